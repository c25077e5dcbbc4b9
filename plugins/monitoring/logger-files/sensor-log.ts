/** Readings of one sensor in the order of time, each instant once. */
export interface Readings {
  /** Since the epoch. */
  readonly seconds: Uint32Array;
  /** °C. */
  readonly celsius: Float32Array;
}

export interface SettledReadings extends Readings {
  /** Readings that came after a later one. */
  readonly disordered: number;
  /** Readings that were there twice, alike. */
  readonly duplicates: number;
  /** Readings of an instant that has another one, which was kept. */
  readonly conflicts: number;
}

const FIRST_PIECE = 1024;
const LARGEST_PIECE = 2 ** 16;

/** What one sensor recorded: 8 bytes a reading, in pieces that grow, so that nothing is ever copied to grow. */
export class SensorLog {
  household: string | undefined;
  stove: string | undefined;
  /** Cells without a value. */
  empty = 0;
  /** The last voltage or charge that the file has. */
  battery: number | undefined;
  /** First and last instant, seconds since the epoch; infinite without a reading. */
  earliest = Number.POSITIVE_INFINITY;
  latest = Number.NEGATIVE_INFINITY;
  readonly name: string;
  readonly #pieces: { seconds: Uint32Array; celsius: Float32Array }[] = [];
  #seconds: Uint32Array = new Uint32Array(0);
  #celsius: Float32Array = new Float32Array(0);
  #used = 0;
  #count = 0;
  #disordered = 0;

  constructor(name: string) {
    this.name = name;
  }

  get count(): number {
    return this.#count;
  }

  add(seconds: number, celsius: number): void {
    if (this.#used === this.#seconds.length) this.#grow();
    this.#seconds[this.#used] = seconds;
    this.#celsius[this.#used++] = celsius;
    this.#count++;
    if (seconds >= this.latest) this.latest = seconds;
    else this.#disordered++;
    if (seconds < this.earliest) this.earliest = seconds;
  }

  #grow(): void {
    const size = Math.min(LARGEST_PIECE, Math.max(FIRST_PIECE, this.#seconds.length * 2));
    const piece = { seconds: new Uint32Array(size), celsius: new Float32Array(size) };
    this.#pieces.push(piece);
    this.#seconds = piece.seconds;
    this.#celsius = piece.celsius;
    this.#used = 0;
  }

  /** What it has from one instant to before another, as a log of its own. */
  part(from: number, until: number): SensorLog {
    const part = new SensorLog(this.name);
    part.household = this.household;
    part.stove = this.stove;
    part.battery = this.battery;
    let left = this.#count;
    for (const { seconds, celsius } of this.#pieces) {
      const size = Math.min(seconds.length, left);
      left -= size;
      for (let at = 0; at < size; at++) {
        const second = seconds[at] as number;
        if (second >= from && second < until) part.add(second, celsius[at] as number);
      }
    }
    return part;
  }

  /** All of it in order; the log is empty afterwards. */
  settle(): SettledReadings {
    const n = this.#count;
    let seconds = new Uint32Array(n);
    let celsius = new Float32Array(n);
    let at = 0;
    for (const piece of this.#pieces) {
      const size = Math.min(piece.seconds.length, n - at);
      seconds.set(piece.seconds.subarray(0, size), at);
      celsius.set(piece.celsius.subarray(0, size), at);
      at += size;
    }
    this.#pieces.length = 0;
    this.#seconds = new Uint32Array(0);
    this.#celsius = new Float32Array(0);
    this.#used = this.#count = 0;
    const disordered = this.#disordered;
    if (disordered > 0) {
      const order = Uint32Array.from({ length: n }, (_, i) => i).sort(
        (a, b) => (seconds[a] as number) - (seconds[b] as number) || a - b,
      );
      seconds = Uint32Array.from(order, (i) => seconds[i] as number);
      celsius = Float32Array.from(order, (i) => celsius[i] as number);
    }
    let [kept, duplicates, conflicts] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      if (kept > 0 && seconds[i] === seconds[kept - 1]) {
        if (celsius[i] === celsius[kept - 1]) duplicates++;
        else conflicts++;
        continue;
      }
      seconds[kept] = seconds[i] as number;
      celsius[kept++] = celsius[i] as number;
    }
    return {
      seconds: seconds.subarray(0, kept),
      celsius: celsius.subarray(0, kept),
      disordered,
      duplicates,
      conflicts,
    };
  }
}
