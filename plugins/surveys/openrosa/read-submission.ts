import { OracleError } from 'oracle-runtime/plugin';
import { SaxesParser } from 'saxes';

/** A document of answers as a phone sent it. */
export interface SubmittedDocument {
  readonly formId: string;
  readonly version: string;
  /** `uuid:…`, made by the phone. */
  readonly instanceId: string;
  /** The submission that an edited one takes the place of. */
  readonly deprecatedId?: string | undefined;
  /** Answers by the names of their questions. */
  readonly answers: ReadonlyMap<string, string>;
}

const MOST_ELEMENTS = 5_000;
const DEEPEST = 20;
const LONGEST_NAME = 200;

/**
 * Reads a document of answers. Strict: what is not well-formed, a DTD, and an entity that is not XML's own are refused.
 * @throws OracleError `invalid_request`
 */
export function readSubmission(xml: string): SubmittedDocument {
  const parser = new SaxesParser();
  const open: { readonly name: string; text: string; leaf: boolean }[] = [];
  const answers = new Map<string, string>();
  let root: Readonly<Record<string, string>> | undefined;
  let elements = 0;
  parser.on('doctype', () => refuse('has a DTD'));
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > MOST_ELEMENTS) refuse(`has more than ${MOST_ELEMENTS} elements`);
    if (open.length >= DEEPEST || name.length > LONGEST_NAME)
      refuse('is nested too deeply, or names are too long');
    root ??= attributes;
    const parent = open.at(-1);
    if (parent !== undefined) parent.leaf = false;
    open.push({ name: name.slice(name.indexOf(':') + 1), text: '', leaf: true });
  });
  const text = (characters: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += characters;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed?.leaf === true && open.length > 0) answers.set(closed.name, closed.text.trim());
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    const why = error instanceof Error ? error.message.slice(0, 200).replace(/[.\s]+$/, '') : '';
    refuse(why === '' ? 'cannot be read' : `cannot be read: ${why}`);
  }
  const formId = root?.['id'];
  const instanceId = answers.get('instanceID');
  if (formId === undefined || formId === '') return refuse('names no form in its first element (id)');
  if (instanceId === undefined || !/^[\w:.-]{1,100}$/.test(instanceId)) return refuse('has no instanceID');
  const deprecatedId = answers.get('deprecatedID');
  return {
    formId,
    version: root?.['version'] ?? '',
    instanceId,
    ...(deprecatedId !== undefined && deprecatedId !== '' && { deprecatedId }),
    answers,
  };
}

function refuse(why: string): never {
  throw new OracleError('invalid_request', {
    detail: `The submission ${why}.`,
    hint: 'Send the document of answers as the form makes it.',
    errors: [{ field: 'xml_submission_file', message: why }],
  });
}
