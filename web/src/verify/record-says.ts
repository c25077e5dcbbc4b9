import { canRepeat, type DrawRecord, seedOfStratum } from './draw-record.js';
import { canonicalJson } from './hash.js';
import { listLine, word } from './same-lines.js';

/** The words that go with a draw by tickets, as its oracle writes them: another text would tell readers another rule. */
const METHOD =
  'ticket = lower-case hex SHA-256 of the UTF-8 bytes of seed, ":", id. Units of each stratum sorted by ticket, then id, bytewise; the first are selected, the next are the replacements in order.';
const ID_RULE =
  'text of the cell; Unicode NFC; white space trimmed at both ends (as JavaScript String.prototype.trim); not empty, at most 1000 UTF-8 bytes, no control characters; unique; leading zeros kept; case kept';
const BEACON_CHECKED = 'randomness is SHA-256 of the signature; the BLS signature is of drand quicknet';
const PROGRAM = 'oracle sampling verify <record.json> <registry>';

/** What a record may have: a value, a list of what stands in it, or the members of an object. */
type Members = 0 | readonly [Members] | { readonly [name: string]: Members };

/**
 * What a record says of itself and is not so: a member that no record has, which nobody vouches for, a trust that its seed
 * cannot give, words and commands that are not those of its draw.
 * @returns the path of the first such, undefined for none
 */
export function saysFault(record: DrawRecord): string | undefined {
  return strangeMember(record, membersOf(record), '') ?? wordsFault(record);
}

function membersOf({ algorithm, frame: { columns }, seed: { origin }, plan }: DrawRecord): Members {
  const byTicket = algorithm === 'sha256-ticket-v1';
  const byAdoption = columns.adopter !== undefined;
  const hashes: Members = [{ name: 0, size: 0, sha256: 0 }];
  const planned: Members = { strata: [{ name: 0, size: 0, replacements: 0 }] };
  const unit: Members = {
    order: 0,
    id: 0,
    ...(byTicket ? { ticket: 0 } : { index: 0, counter: 0, size: 0, probability: 0, certain: 0, hit: 0 }),
    ...(byAdoption && { adopter: 0 }),
  };
  const isWhole = plan.strata[0]?.name === null;
  return {
    ...all('type version algorithm method designId projectId drawnAt selectedSha256 sha256'),
    trail: { draw: 0, head: all('length hash') },
    seed: { text: 0, origin: membersOfOrigin(origin.kind, planned, hashes) },
    frame: {
      ...all('name size sha256 idRule adoptersOnlyAcknowledged'),
      columns: { ...all('id adopter size'), ...(!isWhole && { stratum: 0 }) },
      ...(!isWhole && { strata: hashes }),
      ...(byAdoption && { adoption: all('adopters nonAdopters unclear') }),
      leftOut: [all('line why text')],
      warnings: [0],
    },
    plan: planned,
    strata: [{ ...all('name frameSize seed selectedSha256'), selected: [unit], replacements: [unit] }],
    ...(byAdoption && { nonAdoptersSelected: 0 }),
    ...(!byTicket && { systematic: all('total interval start uniform') }),
    check: { ...all('ids unit program'), lists: [all('stratum command expect')] },
  };
}

function membersOfOrigin(kind: string, plan: Members, hashes: Members): Members {
  if (kind === 'typed') return all('trust kind given rule');
  const value = kind === 'drand' ? 'round randomness signature' : 'value reference publicAt receivedAt';
  return {
    ...all('trust kind'),
    ...(kind === 'drand' ? { beacon: all(value), checked: 0 } : { authority: all(value) }),
    commitment: {
      ...all('designId number frameSha256 algorithm text sha256 committedAt'),
      bound: { strata: hashes, adopters: all('yes no'), sizes: 0 },
      plan,
      source: all(kind === 'drand' ? 'kind chainHash round' : 'kind authority reference publicFrom'),
    },
  };
}

function all(names: string): { readonly [name: string]: 0 } {
  return Object.fromEntries(names.split(' ').map((name) => [name, 0 as const]));
}

function strangeMember(value: unknown, members: Members, at: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (members === 0 || Array.isArray(value) !== Array.isArray(members)) return at;
  for (const [name, inner] of Object.entries(value)) {
    const path = at === '' ? name : `${at}.${name}`;
    const known = Array.isArray(members)
      ? members[0]
      : Object.hasOwn(members, name) && Reflect.get(members, name);
    if (known === false) return path;
    const strange = strangeMember(inner, known, path);
    if (strange !== undefined) return strange;
  }
  return undefined;
}

function wordsFault(record: DrawRecord): string | undefined {
  const { origin } = record.seed;
  if (origin.trust !== (origin.kind === 'typed' ? 'reproducible' : 'verifiable')) return 'seed.origin.trust';
  if (origin.kind === 'drand' && origin.checked !== BEACON_CHECKED) return 'seed.origin.checked';
  if (record.frame.idRule !== ID_RULE) return 'frame.idRule';
  if (record.frame.adoptersOnlyAcknowledged === false) return 'frame.adoptersOnlyAcknowledged';
  if (record.check.program !== PROGRAM) return 'check.program';
  // The words of the other methods are for whoever repeats those.
  if (!canRepeat(record)) return undefined;
  if (record.method !== METHOD) return 'method';
  if (record.check.unit !== unitLine(record)) return 'check.unit';
  const lists = record.strata.flatMap(({ name, selected, selectedSha256 }) =>
    selected.length === 0
      ? []
      : [{ stratum: name, command: listLine(record, name, selected.length), expect: selectedSha256 }],
  );
  return canonicalJson(record.check.lists) === canonicalJson(lists) ? undefined : 'check.lists';
}

/** The command that makes the ticket of the first unit of all. */
function unitLine(record: DrawRecord): string {
  const some = record.strata.find(({ selected }) => selected.length > 0);
  const id = some?.selected[0]?.id;
  if (some === undefined || id === undefined) return '';
  return `printf '%s' ${word(`${seedOfStratum(record, some.name)}:${id}`)} | sha256sum`;
}
