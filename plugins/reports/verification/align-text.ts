/** Where two texts differ: ranges of both, ends not included. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

/** Letters that may be missing or too many before the texts count as different ones. */
const MOST_EDITS = 1_500;

/**
 * The differences of two texts, letter by letter, as few as can be (Myers, 1986, O(ND)); neighbours are one. Undefined for
 * texts that have little in common.
 */
export function alignText(text: string, other: string): Edit[] | undefined {
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start++;
  let [end, otherEnd] = [text.length, other.length];
  while (end > start && otherEnd > start && text[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const n = end - start;
  const m = otherEnd - start;
  const trace = n === 0 || m === 0 ? undefined : shortestPath(text, other, start, n, m);
  if (n === 0 || m === 0)
    return n === m ? [] : [{ from: start, to: end, otherFrom: start, otherTo: otherEnd }];
  return trace && joined(editsOf(trace, n, m, start));
}

/** The furthest reach on each diagonal, step by step; undefined when the limit is reached first. */
function shortestPath(
  text: string,
  other: string,
  start: number,
  n: number,
  m: number,
): Int32Array[] | undefined {
  const most = Math.min(n + m, MOST_EDITS);
  let reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice());
    const next = reach.slice();
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, k - 1, most) < at(reach, k + 1, most));
      let x = down ? at(reach, k + 1, most) : at(reach, k - 1, most) + 1;
      while (x < n && x - k < m && text[start + x] === other[start + x - k]) x++;
      next[k + most + 1] = x;
      if (x >= n && x - k >= m) return [...trace, next];
    }
    reach = next;
  }
  return undefined;
}

function at(reach: Int32Array, k: number, most: number): number {
  return reach[k + most + 1] ?? 0;
}

/** The way back through the trace: single letters that went or came. */
function editsOf(trace: readonly Int32Array[], n: number, m: number, start: number): Edit[] {
  const edits: Edit[] = [];
  const most = ((trace[0]?.length ?? 3) - 3) / 2;
  let [x, y] = [n, m];
  for (let d = trace.length - 2; d > 0; d--) {
    const reach = trace[d] ?? new Int32Array();
    const k = x - y;
    const down = k === -d || (k !== d && at(reach, k - 1, most) < at(reach, k + 1, most));
    const before = down ? k + 1 : k - 1;
    const fromX = at(reach, before, most);
    const fromY = fromX - before;
    edits.push({
      from: start + fromX,
      to: start + fromX + (down ? 0 : 1),
      otherFrom: start + fromY,
      otherTo: start + fromY + (down ? 1 : 0),
    });
    [x, y] = [fromX, fromY];
  }
  return edits.reverse();
}

function joined(edits: readonly Edit[]): Edit[] {
  const whole: Edit[] = [];
  for (const edit of edits) {
    const last = whole.at(-1);
    if (last !== undefined && last.to === edit.from && last.otherTo === edit.otherFrom)
      whole[whole.length - 1] = { ...last, to: edit.to, otherTo: edit.otherTo };
    else whole.push(edit);
  }
  return whole;
}
