/** Steps in a row that are told from others. */
const WINDOW = 24;
/** What of a window must move: what a stove at rest shows is alike everywhere. */
const MOVES = 12;
const DEGREES = 20;
/** Windows that a sketch keeps. */
const KEPT = 16;
/** Fewer say nothing. */
const LEAST = 6;
/** Hashes in common that chance does not give. */
const SOME = 2;
const BASE = 0x01000193;
const HEX = 8;

/**
 * The temperatures of a time in brief: hashes of runs of steps from reading to reading, of which the lowest are kept. Copies have
 * most of them in common, whatever instants and names they bear and by whatever amount all are warmer; two stoves have none.
 * Source: A. Broder, On the resemblance and containment of documents, 1997.
 * @returns hashes of eight hexadecimal digits, ascending, without anything between them; empty where too little moves
 */
export function temperatureSketch(
  { seconds, celsius }: { readonly seconds: Uint32Array; readonly celsius: Float32Array },
  begin: number,
  end: number,
): string {
  let top = 1;
  for (let i = 0; i < WINDOW; i++) top = Math.imul(top, BASE);
  const kept: number[] = [];
  let [hash, moves, degrees, run] = [0, 0, 0, 0];
  const stepAt = (i: number) => (celsius[i] as number) - (celsius[i - 1] as number);
  for (let i = 0; i < seconds.length; i++) {
    const at = seconds[i] as number;
    if (at < begin) continue;
    if (at >= end) break;
    if (run > 0) {
      const step = stepAt(i);
      hash = (Math.imul(hash, BASE) + thousandths(step)) | 0;
      if (step !== 0) moves++;
      degrees += Math.abs(step);
    }
    if (run > WINDOW) {
      const gone = stepAt(i - WINDOW);
      hash = (hash - Math.imul(top, thousandths(gone))) | 0;
      if (gone !== 0) moves--;
      degrees -= Math.abs(gone);
    }
    run++;
    if (run > WINDOW && moves >= MOVES && degrees >= DEGREES) keepLowest(kept, mixed(hash));
  }
  return kept.length < LEAST ? '' : kept.map((each) => each.toString(16).padStart(HEX, '0')).join('');
}

/** Whether one of two sketches has at least half of the other. */
export function isCopy(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  const own = new Set(hashesOf(a));
  const shared = hashesOf(b).filter((each) => own.has(each)).length;
  return shared * 2 >= Math.min(own.size, hashesOf(b).length);
}

/** Whether two sketches have more in common than chance gives: they are of some of the same readings. */
export function shareSome(a: string, b: string): boolean {
  const own = new Set(hashesOf(a));
  return hashesOf(b).filter((each) => own.has(each)).length >= SOME;
}

/** The hashes of a sketch. */
export function hashesOf(sketch: string): string[] {
  return sketch.match(/.{8}/g) ?? [];
}

function thousandths(celsius: number): number {
  return Math.round(celsius * 1000) | 0;
}

function mixed(hash: number): number {
  let t = hash ^ (hash >>> 16);
  t = Math.imul(t, 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 13), 0xc2b2ae35);
  return (t ^ (t >>> 16)) >>> 0;
}

function keepLowest(kept: number[], hash: number): void {
  if (kept.length === KEPT && hash >= (kept[KEPT - 1] as number)) return;
  let at = kept.length;
  while (at > 0 && (kept[at - 1] as number) > hash) at--;
  if (at > 0 && kept[at - 1] === hash) return;
  kept.splice(at, 0, hash);
  if (kept.length > KEPT) kept.pop();
}
