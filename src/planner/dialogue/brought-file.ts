import type { Candidate } from '../candidates.js';
import { missingFields } from '../complete-args.js';
import { fold } from '../language/fold.js';
import { type Args, withPath } from '../leaves.js';
import { fieldsOf, type JsonSchema, record } from '../schema-fields.js';
import { leafFieldsOf } from '../understanding/leaf-fields.js';
import { takesData } from '../understanding/slot-values.js';
import { isConsequential } from './consent.js';
import type { Turn } from './conversation.js';
import type { Plan } from './plan-of-turn.js';
import type { PlannedCall } from './planned-call.js';

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
 * What to do with a file that came without a clear wish: the one thing that takes it as it is and changes nothing else is
 * proposed, else the person chooses. Undefined where the message wishes for something else. `here is the list` is about
 * the file that comes with it, not a wish to list something.
 */
export function planForFile(plan: Plan, candidates: readonly Candidate[]): Plan | undefined {
  if (plan.kind !== 'unsure' && !(plan.kind === 'calls' && plan.calls.every(looksAround))) return undefined;
  return planFor(plan, candidates, () => ({}));
}

/** The same for a table that was pasted into a message, where nothing that the message wishes for takes it. */
export function planForTable(plan: Plan, table: string, candidates: readonly Candidate[]): Plan | undefined {
  const isTaken = ({ args }: PlannedCall) => rowsIn(args).some((text) => text.includes(table));
  const isOpen =
    (plan.kind === 'unsure' && plan.nearest[0] !== undefined && !isConsequential(plan.nearest[0].tool)) ||
    (plan.kind === 'calls' &&
      !plan.calls.some((call) => isTaken(call) || isConsequential(call.candidate.tool)));
  return isOpen ? planFor(plan, candidates, ({ tool }) => withData(tool.parameters, table)) : undefined;
}

/** A call that lacks nothing for which the file stands that its message brings. */
export function withoutAttached(call: PlannedCall, { attached }: Pick<Turn, 'attached'>): PlannedCall {
  return attached.length === 0 || !call.missing.some(({ orAttached }) => orAttached)
    ? call
    : { ...call, missing: call.missing.filter(({ orAttached }) => !orAttached) };
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
  const taking = takingFiles(candidates).filter((one) => argsOf(one) !== undefined);
  const [only, another] = taking.filter(
    ({ tool }) => !isConsequential(tool) && missingFields(fieldsOf(tool.parameters), {}).length === 0,
  );
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
  return candidates.filter(({ tool, capability }) =>
    capability?.manifest.examples?.some(
      ({ tool: name, user }) => name === tool.name && /\battach/iu.test(user),
    ),
  );
}
