import { type DrawRecord, seedOfStratum } from './draw-record.js';

/** A line for a POSIX shell that does the same without this page. */
export interface SameLine {
  readonly does: 'whole' | 'commitment' | 'seed' | 'ids' | 'list';
  /** The stratum that `ids` and `list` are of; null for the whole registry. */
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

/** Lists the ids of a CSV by the names of its columns, as `readRegistry` does. */
const IDS = `import csv,sys,unicodedata as u
f,c,k,v=sys.argv[1:]
for d in ",;\\t|":
 R=[[u.normalize("NFC",x).strip() for x in r] for r in csv.reader(open(f,encoding="utf-8-sig",newline=""),delimiter=d)]
 h=next((n for n,r in enumerate(R) if c in r),-1)
 if h>=0:break
i=R[h].index(c)
j=R[h].index(k) if k else i
for r in R[h+1:]:
 if len(r)>max(i,j) and r[i] and (k=="" or r[j]==v):print(r[i])`;

/**
 * Lines that repeat a draw: the product's own command, those of the hashes of a commitment and of the seed that comes of it,
 * and for each stratum one that lists its ids, a line each, in `ids.txt`, and one that draws among them. They are made here
 * of what was checked, and never taken from a record, which anybody can have written.
 */
export function sameLines(record: DrawRecord): SameLine[] {
  const { columns } = record.frame;
  const lists = record.strata.flatMap(({ name, selected, selectedSha256 }): SameLine[] => {
    const command = selected.length === 0 ? undefined : listLine(record, name, selected.length);
    if (command === undefined) return [];
    const of = name === null ? ['', ''] : [columns.stratum ?? '', name];
    const ids = `PYTHONUTF8=1 python3 -c ${word(IDS)} registry.csv ${[columns.id, ...of].map(word).join(' ')} > ids.txt`;
    return [
      { does: 'ids', stratum: name, command: ids },
      { does: 'list', stratum: name, command, expect: selectedSha256 },
    ];
  });
  const whole: SameLine = { does: 'whole', command: 'oracle sampling verify record.json registry.csv' };
  // What is not seen cannot be judged before it is run.
  return [whole, ...seedLines(record), ...lists].filter(
    ({ command }) => !/[\p{Cc}\p{Cf}\p{Surrogate}]/u.test(command.replaceAll(IDS, '')),
  );
}

function seedLines({ seed: { text, origin } }: DrawRecord): SameLine[] {
  if (origin.kind === 'typed') return [];
  const { commitment } = origin;
  const value = origin.kind === 'drand' ? origin.beacon.randomness : origin.authority.value;
  const hashOf = (hashed: string) => `printf '%s' ${word(hashed)} | sha256sum`;
  return [
    { does: 'commitment', command: hashOf(commitment.text), expect: commitment.sha256 },
    { does: 'seed', command: hashOf(`${commitment.sha256}:${value}`), expect: text },
  ];
}

/** The command that draws the first units of a stratum among `ids.txt`; undefined for a method without one. */
export function listLine(record: DrawRecord, stratum: string | null, count: number): string | undefined {
  const script = SCRIPTS[record.algorithm];
  if (script === undefined) return undefined;
  const seed = word(seedOfStratum(record, stratum));
  return `PYTHONUTF8=1 python3 -c ${word(script)} ${seed} ${count} < ids.txt | sha256sum`;
}

/** A word for a POSIX shell. */
export function word(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
