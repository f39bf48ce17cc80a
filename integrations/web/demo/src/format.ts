const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function count(value: number): string {
  return whole.format(value);
}

/** Milliseconds with two or three digits that count. */
export function milliseconds(value: number): string {
  if (value >= 100) return `${whole.format(value)} ms`;
  if (value >= 10) return `${value.toFixed(1)} ms`;
  return value >= 0.1 ? `${value.toFixed(2)} ms` : `${value.toFixed(3)} ms`;
}

export function times(value: number): string {
  return `${value >= 10 ? whole.format(value) : value.toFixed(1)}×`;
}
