/** The slider goes from 100 to 100,000 in steps of equal ratio, rounded to two digits. */

export const sliderSteps = 300;
const [least, most] = [100, 100_000];

export function toAmount(step: number): number {
  const exact = least * (most / least) ** (step / sliderSteps);
  const unit = 10 ** (Math.floor(Math.log10(exact) + 1e-9) - 1);
  return Math.round(exact / unit) * unit;
}

export function toStep(amount: number): number {
  const inside = Math.min(most, Math.max(least, amount));
  return Math.round((sliderSteps * Math.log(inside / least)) / Math.log(most / least));
}
