import { LIST_NAMES, normalizeLabel } from 'oracle-runtime/kit';
import type { FrameColumns } from '../registry/frame-columns.js';
import type { RegistryFormat, RegistryTable } from '../registry/registry-table.js';
import { ID_SCRIPTS } from './id-scripts.js';
import type { Algorithm } from './selection-record.js';

/** A word for a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const TICKETS =
  'import sys,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sys.stdin.read().split("\\n")[:-1];print("\\n".join(sorted(L,key=lambda i:(h.sha256((s+":"+i).encode()).hexdigest(),i))[:n]))';

const INDICES =
  'import sys,itertools as t,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sorted(sys.stdin.read().split("\\n")[:-1]);N=len(L);d=set();V=(int(h.sha256(f"{s},{N},{c}".encode()).hexdigest(),16) for c in t.count(1));print("\\n".join(t.islice((L[v%N] for v in V if v<2**256//N*N and not(v%N in d or d.add(v%N))),n)))';

/** What a command needs to know of a registry to list its ids. */
export type FrameShape = Pick<
  RegistryTable,
  'format' | 'columns' | 'headerLine' | 'delimiter' | 'sheet' | 'leftOut'
>;

/** The name under which the commands expect the registry. */
function registryFile(format: RegistryFormat): string {
  return `registry.${format}`;
}

/** The command that lists the ids of a stratum, or of the whole frame, from the registry as it was sent. */
export function idsCommand(shape: FrameShape, used: FrameColumns, stratum: string | null): string {
  const { format, columns, headerLine = 0, delimiter, sheet, leftOut } = shape;
  const byPlace = format === 'csv' || format === 'xlsx';
  const column = (name: string | undefined) =>
    name === undefined ? '' : byPlace ? String(columns.indexOf(normalizeLabel(name)) + 1) : name;
  const lines = leftOut
    .rows()
    .map(({ line }) => line)
    .filter((line) => line > headerLine);
  const words = [
    delimiter ?? sheet ?? (format === 'json' ? LIST_NAMES.join(',') : ''),
    String(headerLine),
    column(used.id),
    stratum === null ? '' : column(used.stratum),
    stratum ?? '',
    lines.join(','),
  ].map(shellWord);
  return `PYTHONUTF8=1 python3 -c ${shellWord(ID_SCRIPTS[format])} ${registryFile(format)} ${words.join(' ')} > ids.txt`;
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
