import { Mask } from "hitmask";

const text = `hitmask pixels sprite overlap sweep normal world
  layers sensor ray step pair carry slide walk jump dig`;
const words = text.split(/\s+/);
const within = { left: 0, top: 0, width: 400, height: 300 };
const board = new Mask(400, 300); // solid where a word is
let [middle, placed] = [[200, 150], 0];

/** Returns a picture of a word. */
function write(word, size, color) {
  const [width, height] = [word.length * size, 2 * size];
  const letters = new OffscreenCanvas(width, height);
  const paint = letters.getContext("2d");
  paint.font = `bold ${size}px sans-serif`;
  paint.fillStyle = color;
  paint.fillText(word, 4, size);
  return letters;
}

function begin() {
  board.clear();
  placed = 0;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
}

begin();
frame((step) => {
  if (pointer.pressed || step % 600 === 599) {
    middle = [Math.round(pointer.x), Math.round(pointer.y)];
    begin();
  }
  if (step % 3 > 0) return; // a word each third frame

  const size = Math.max(8, 56 - 3 * placed);
  const color = `hsl(${(47 * placed) % 360} 70% 40%)`;
  const word = write(words[placed % words.length], size, color);
  const { mask, at: corner } = Mask.from(word).cropped();
  const wide = mask.grown(1.5); // keeps a margin
  const x = middle[0] - (wide.mask.width >> 1);
  const y = middle[1] - (wide.mask.height >> 1);
  // The place nearest to the middle where it shares no pixel.
  const at = board.nearestFree(wide.mask, x, y, 400, { within });
  if (at === null) return;
  board.draw(wide.mask, at);
  const left = at.x - wide.at.x - corner.x;
  context.drawImage(word, left, at.y - wide.at.y - corner.y);
  placed += 1;
  if (placed % 20 === 0) {
    console.log(placed, "words,", board.count(), "pixels taken");
  }
});
