/** Pictures of the visitor: dropped on the page, pasted, or chosen with the button. */

const largest = 112;

/** The picture, scaled so that it fits a sprite. */
export async function readPicture(file: Blob): Promise<HTMLCanvasElement> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error("This file is not a picture that the browser can read. Try a PNG with a transparent background.");
  }
  const scale = Math.min(1, largest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser gives no 2D canvas.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** Calls `take` with each picture that is dropped on the page, pasted or chosen. */
export function takePictures(input: HTMLInputElement, take: (files: readonly File[]) => void): void {
  const pictures = (list: FileList | null | undefined) => [...(list ?? [])];
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  addEventListener("dragenter", over);
  addEventListener("dragover", over);
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const files = pictures(event.dataTransfer?.files);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  addEventListener("paste", (event) => {
    const files = pictures(event.clipboardData?.files);
    if (files.length > 0) take(files);
  });
  input.addEventListener("change", () => {
    take(pictures(input.files));
    input.value = "";
  });
}
