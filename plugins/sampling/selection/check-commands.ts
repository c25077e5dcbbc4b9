import type { FrameColumns } from '../registry/frame-columns.js';
import type { Algorithm } from './selection-record.js';

/** A word for a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const TICKETS =
  'import sys,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sys.stdin.read().split("\\n")[:-1];print("\\n".join(sorted(L,key=lambda i:(h.sha256((s+":"+i).encode()).hexdigest(),i))[:n]))';

const INDICES =
  'import sys,itertools as t,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sorted(sys.stdin.read().split("\\n")[:-1]);N=len(L);d=set();V=(int(h.sha256(f"{s},{N},{c}".encode()).hexdigest(),16) for c in t.count(1));print("\\n".join(t.islice((L[v%N] for v in V if v<2**256//N*N and not(v%N in d or d.add(v%N))),n)))';

const IDS =
  'import csv,sys,unicodedata as u;f,d,c,k,v=sys.argv[1:];z=lambda x:u.normalize("NFC",x).strip();[print(z(r[c])) for r in csv.DictReader(open(f,encoding="utf-8-sig",newline=""),delimiter=d) if not k or z(r[k])==v]';

/** The command that lists the ids of a stratum, or of the whole frame, from a CSV with a header line. */
export function idsCommand(delimiter: string, columns: FrameColumns, stratum: string | null): string {
  const words = [delimiter, columns.id, stratum === null ? '' : (columns.stratum ?? ''), stratum ?? ''].map(
    shellWord,
  );
  return `PYTHONUTF8=1 python3 -c ${shellWord(IDS)} registry.csv ${words.join(' ')} > ids.txt`;
}

/** The command that recomputes the first `count` ids from `ids.txt` and hashes the list. */
export function listCommand(algorithm: Algorithm, seed: string, count: number): string | undefined {
  if (algorithm === 'sha256-pps-systematic-v1') return undefined;
  const script = algorithm === 'sha256-ticket-v1' ? TICKETS : INDICES;
  return `PYTHONUTF8=1 python3 -c ${shellWord(script)} ${shellWord(seed)} ${count} < ids.txt | sha256sum`;
}

/** The command that recomputes the hash behind one unit, or behind the start of a systematic draw. */
export function unitCommand(hashed: string): string {
  return `printf '%s' ${shellWord(hashed)} | sha256sum`;
}
