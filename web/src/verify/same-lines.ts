import { type DrawRecord, seedOfStratum } from './draw-record.js';

/** A line for a POSIX shell that does the same without this page. */
export interface SameLine {
  /** The stratum that it lists; undefined for what repeats the whole. */
  readonly stratum?: string | null;
  readonly command: string;
  /** The hash that it prints. */
  readonly expect?: string;
}

const SCRIPTS: Partial<Record<DrawRecord['algorithm'], string>> = {
  'sha256-ticket-v1':
    'import sys,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sys.stdin.read().split("\\n")[:-1];print("\\n".join(sorted(L,key=lambda i:(h.sha256((s+":"+i).encode()).hexdigest(),i))[:n]))',
  'sha256-index-v1':
    'import sys,itertools as t,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sorted(sys.stdin.read().split("\\n")[:-1]);N=len(L);d=set();V=(int(h.sha256(f"{s},{N},{c}".encode()).hexdigest(),16) for c in t.count(1));print("\\n".join(t.islice((L[v%N] for v in V if v<2**256//N*N and not(v%N in d or d.add(v%N))),n)))',
};

/**
 * Lines that repeat a draw: the product's own command, and one of Python for each stratum over its ids, a line each, in
 * `ids.txt`. They are made here of the seed and the sizes, and never taken from a record, which anybody can have written.
 */
export function sameLines(record: DrawRecord): SameLine[] {
  const whole = { command: 'oracle sampling verify record.json registry.csv' };
  const script = SCRIPTS[record.algorithm];
  if (script === undefined) return [whole];
  return [
    whole,
    ...record.strata.flatMap(({ name, selected, selectedSha256 }) => {
      const seed = seedOfStratum(record, name);
      // What is not seen cannot be judged before it is run.
      if (selected.length === 0 || /[\p{Cc}\p{Cf}\p{Surrogate}]/u.test(seed)) return [];
      const command = `PYTHONUTF8=1 python3 -c ${word(script)} ${word(seed)} ${selected.length} < ids.txt | sha256sum`;
      return [{ stratum: name, command, expect: selectedSha256 }];
    }),
  ];
}

/** A word for a POSIX shell. */
function word(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
