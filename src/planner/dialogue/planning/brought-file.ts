import type { Candidate } from '../../choosing/candidates.js';
import { missingFields } from '../../filling/complete-args.js';
import { fold } from '../../language/fold.js';
import { type Args, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf, type JsonSchema, record } from '../../schema/schema-fields.js';
import { leafFieldsOf } from '../../understanding/leaf-fields.js';
import { takesData } from '../../understanding/slot-values.js';
import { isConsequential } from '../consent/consent.js';
import type { Turn } from '../turns/conversation.js';
import type { Plan } from './plan-of-turn.js';
import { certain, type PlannedCall } from './planned-call.js';

/** Places on the person's side, in six languages; what lies there the oracle cannot see. */
const THERE =
  /\b(?:on|from) (?:my|our) (?:computer|laptop|pc|desktop|phone|disk|machine|hard drive)\b|\b(?:auf|von) (?:meinem|unserem) (?:computer|laptop|pc|rechner|handy|desktop)\b|\bsur mon (?:ordinateur|ordi|portable|pc|bureau|telephone)\b|\ben mi (?:computadora|ordenador|compu|laptop|pc|portatil|telefono)\b|\bno meu (?:computador|pc|portatil|telefone|laptop)\b|\b(?:kwenye|katika) (?:kompyuta|simu|laptop) yangu\b/u;

/** `where do I put my list?`, `how can I upload a file?`, in six languages. */
const HOW_TO_BRING = [
  String.raw`\b(?:where|how) (?:do|can|could|should|shall|would|to)\b.{0,12}\b(?:put|upload|attach|send|bring|load|import|give you)\b.{0,24}\b(?:lists?|files?|tables?|csv|excel|sheets?|spreadsheet|data|registry)\b`,
  String.raw`\b(?:wo|wie|wohin)\b.{0,40}\b(?:liste|datei|tabelle|daten)\b.{0,24}\b(?:hoch|hochladen|anhangen|schicken|ablegen|senden|hin)\b`,
  String.raw`\b(?:ou|comment)\b.{0,24}\b(?:mettre|mets|envoyer|televerser|joindre|importer|charger|deposer)\b.{0,24}\b(?:liste|fichier|tableau|donnees)\b`,
  String.raw`\b(?:donde|como)\b.{0,16}\b(?:pongo|poner|subo|subir|cargo|cargar|adjunto|adjuntar|envio|enviar|mando)\b.{0,24}\b(?:lista|archivo|tabla|datos)\b`,
  String.raw`\b(?:onde|como)\b.{0,16}\b(?:coloco|ponho|envio|enviar|carrego|carregar|anexo|anexar|subo|mando)\b.{0,24}\b(?:lista|arquivo|ficheiro|tabela|planilha|dados)\b`,
  String.raw`\b(?:nitume|nipakie|niweke|kupakia|kutuma|kuweka)\b.{0,24}\b(?:orodha|faili|jedwali)\b.{0,24}\b(?:wapi|vipi|jinsi)\b|\b(?:wapi|vipi|jinsi)\b.{0,24}\b(?:orodha|faili|jedwali)\b`,
].map((pattern) => new RegExp(pattern, 'u'));
/** A longer message says more than that. */
const LONGEST_QUESTION = 300;

/** Whether a message speaks of a file on the person's own machine, or how to bring one, with none attached to it. */
export function isOnOwnMachine({ text, attached }: Pick<Turn, 'text' | 'attached'>): boolean {
  if (attached.length > 0) return false;
  const plain = fold(text);
  const isAsked = text.length <= LONGEST_QUESTION && HOW_TO_BRING.some((pattern) => pattern.test(plain));
  return isAsked || THERE.test(plain);
}

/**
 * What to do with a file that came without a clear wish: the one thing that takes a file of its kind as it is and changes
 * nothing else is proposed, else the person chooses; so they do where the message `asks` for another thing than
 * that. Undefined where it wishes for something else, or for what takes the file. `here is the list` is about the file
 * that comes with it, not a wish to list something.
 */
export function planForFile(
  plan: Plan,
  candidates: readonly Candidate[],
  files: readonly string[],
  asks: (otherThan: Candidate) => boolean,
): Plan | undefined {
  if (plan.kind !== 'unsure' && !(plan.kind === 'calls' && plan.calls.every(looksAround))) return undefined;
  if (plan.kind === 'calls' && plan.calls.some(({ candidate }) => takesAttached(candidate, files))) {
    const isNamed = plan.calls.every(({ candidate }) => !asks(candidate) && takesAttached(candidate, files));
    const calls = plan.calls.map((call) => certain(withoutAttached(call, { attached: files })));
    return isNamed ? { kind: 'calls', calls } : undefined;
  }
  const taking = candidates.filter(
    (one) =>
      fits(one, files) &&
      (isTaughtWithFile(one) || (arePrinted(files) && takesAttached(one, files) && namesKind(one, files))),
  );
  const able = taking.filter(isComplete);
  const nearest = plan.kind === 'unsure' ? plan.nearest : [];
  // Of several that take such a file it is the one that the words are near to.
  const near = able.filter((one) => nearest.slice(0, NEAR).includes(one));
  const [only, another] = near.length === 1 ? near : able;
  const isMeant = only !== undefined && another === undefined && (!asks(only) || isOnlyOfKind(files));
  if (!isMeant) return { kind: 'unsure', nearest: [...new Set([...near, ...taking, ...nearest])] };
  return planFor(plan, [only], () => ({}));
}

/** What lacks nothing beside the file, and changes nothing else. */
function isComplete({ tool }: Candidate): boolean {
  return !isConsequential(tool) && missingFields(fieldsOf(tool.parameters), {}).length === 0;
}

/** So many of the operations that words are nearest to may be meant. */
const NEAR = 3;
/** Kinds of files that a description names; others name none and take any. */
const KINDS = /\b(?:csv|tsv|xlsx|ods|geojson|json|docx|pdf|html|png|svg)\b/giu;

function kindsOf({ tool }: Candidate): string[] {
  return [...tool.description.matchAll(KINDS)].map(([kind]) => kind.toLowerCase());
}

function extensionOf(file: string): string {
  return /\.([a-z0-9]+)$/iu.exec(file)?.[1]?.toLowerCase() ?? '';
}

/** Whether a tool names the kind of some file that came. */
function namesKind(candidate: Candidate, files: readonly string[]): boolean {
  const kinds = kindsOf(candidate);
  return files.some((file) => kinds.includes(extensionOf(file)));
}

/** Whether what a tool reads may be one of the files. */
function fits(candidate: Candidate, files: readonly string[]): boolean {
  const kinds = kindsOf(candidate);
  // A table may come by any name, and pictures and printed pages by their own alone.
  return (
    namesKind(candidate, files) ||
    (!arePrinted(files) && !/^(?:docx|pdf|html|png|svg)$/u.test(kinds[0] ?? ''))
  );
}

/** Pictures and printed pages, of which each is read by little. */
function arePrinted(files: readonly string[]): boolean {
  return files.every((file) => /^(?:png|jpe?g|gif|svg|webp|pdf|docx?|html?)$/u.test(extensionOf(file)));
}

/** A picture and a printed page are read by little else. */
function isOnlyOfKind(files: readonly string[]): boolean {
  return files.every((file) => /^(?:png|svg|pdf|docx)$/u.test(extensionOf(file)));
}

/** Whether a tool says that it takes an attached file, and one of such a kind. */
function takesAttached(candidate: Candidate, files: readonly string[]): boolean {
  const { description, parameters } = candidate.tool;
  const said = [description, ...fieldsOf(parameters).map((field) => field.description)];
  return said.some((text) => /\battached\b/iu.test(text)) && fits(candidate, files);
}

/** The same for a table that was pasted into a message, where nothing that the message wishes for takes it. */
export function planForTable(plan: Plan, table: string, candidates: readonly Candidate[]): Plan | undefined {
  const isTaken = ({ args }: PlannedCall) => rowsIn(args).some((text) => text.includes(table));
  const isOpen =
    (plan.kind === 'unsure' && plan.nearest[0] !== undefined && !isConsequential(plan.nearest[0].tool)) ||
    (plan.kind === 'calls' &&
      !plan.calls.some((call) => isTaken(call) || isConsequential(call.candidate.tool)));
  return isOpen
    ? planFor(plan, takingFiles(candidates), ({ tool }) => withData(tool.parameters, table))
    : undefined;
}

/** A call that lacks nothing for which the file stands that its message brings. */
export function withoutAttached(call: PlannedCall, { attached }: Pick<Turn, 'attached'>): PlannedCall {
  const isBrought = ({ orAttached, required, description }: Field) =>
    orAttached || (!required && /\battached\b/iu.test(description));
  return attached.length === 0 || !call.missing.some(isBrought)
    ? call
    : { ...call, missing: call.missing.filter((field) => !isBrought(field)) };
}

function rowsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(record(value)).flatMap(rowsIn);
}

/** The input that a pasted table makes, where the tool has a field for such. */
function withData(parameters: JsonSchema, table: string): Args | undefined {
  const leaf = [...leafFieldsOf(parameters).values()].find(
    (one) => !one.many && one.kind === 'string' && takesData(one, table),
  );
  return leaf === undefined ? undefined : withPath({}, leaf.path, table);
}

function planFor(
  plan: Plan,
  candidates: readonly Candidate[],
  argsOf: (candidate: Candidate) => Args | undefined,
): Plan {
  const nearest = plan.kind === 'unsure' ? plan.nearest : [];
  const taking = candidates.filter((one) => argsOf(one) !== undefined);
  const [only, another] = taking.filter(isComplete);
  if (only === undefined || another !== undefined)
    return { kind: 'unsure', nearest: [...new Set([...taking, ...nearest])] };
  return {
    kind: 'calls',
    calls: [
      {
        candidate: only,
        args: argsOf(only) ?? {},
        missing: [],
        refused: [],
        unused: [],
        consent: { kind: 'plain' },
        band: 'likely',
      },
    ],
  };
}

function looksAround({ candidate, args }: PlannedCall): boolean {
  return candidate.tool.effect === 'read' && Object.keys(args).length === 0;
}

/** What says by an example that it takes an attached file. */
export function takingFiles(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(isTaughtWithFile);
}

function isTaughtWithFile({ tool, capability }: Candidate): boolean {
  const examples = capability?.manifest.examples ?? [];
  return examples.some(({ tool: name, user }) => name === tool.name && /\battach/iu.test(user));
}
