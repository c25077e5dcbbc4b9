import { escapePattern } from 'oracle-runtime/kit';
import { z } from 'zod';

const encryptedFile = z.looseObject({
  url: z.string().max(1_000),
  key: z.looseObject({ k: z.string().max(200) }),
  iv: z.string().max(100),
  hashes: z.looseObject({ sha256: z.string().max(200) }),
});

const content = z.looseObject({
  msgtype: z.enum(['m.text', 'm.emote', 'm.image', 'm.file', 'm.audio', 'm.video']),
  body: z.string().max(100_000),
  filename: z.string().max(500).optional(),
  url: z.string().max(1_000).optional(),
  file: encryptedFile.optional(),
  info: z.looseObject({ mimetype: z.string().max(200).optional(), size: z.number().optional() }).optional(),
  formatted_body: z.string().max(200_000).optional(),
  'm.mentions': z.looseObject({ user_ids: z.array(z.string()).max(1_000).optional() }).optional(),
  'm.relates_to': z
    .looseObject({
      rel_type: z.string().optional(),
      event_id: z.string().max(255).optional(),
      is_falling_back: z.boolean().optional(),
      'm.in_reply_to': z.looseObject({ event_id: z.string().max(255) }).optional(),
    })
    .optional(),
});

/** A file that somebody sent; `encrypted` where the homeserver has ciphertext alone. */
export interface SentFile {
  readonly name: string;
  readonly mimeType: string;
  /** `mxc://server/id`. */
  readonly url: string;
  readonly encrypted?: { readonly key: string; readonly iv: string; readonly sha256: string };
}

/** What somebody said in a room. */
export interface Message {
  readonly text: string;
  readonly file?: SentFile;
  /** Whether the oracle was named. */
  readonly mentioned: boolean;
  /** The event that it answers, by hand. */
  readonly replyTo?: string;
  /** Root of its thread. */
  readonly threadId?: string;
}

/** The oracle as people in a room may name it. */
export interface Self {
  readonly userId: string;
  readonly names: readonly string[];
}

/** Of the content of an `m.room.message`; undefined for what is none to answer: edits, notices, what is malformed. */
export function readMessage(given: unknown, self: Self): Message | undefined {
  const parsed = content.safeParse(given);
  if (!parsed.success) return undefined;
  const said = parsed.data;
  const relation = said['m.relates_to'];
  if (relation?.rel_type === 'm.replace') return undefined;
  const isFile = !['m.text', 'm.emote'].includes(said.msgtype);
  const file = isFile ? fileOf(said) : undefined;
  if (isFile && file === undefined) return undefined;
  // A file's body is its name, unless there is a name beside it: then it is what was said about it.
  const body = isFile && (said.filename === undefined || said.filename === said.body) ? '' : said.body;
  const plain = withoutQuote(body, relation?.['m.in_reply_to'] !== undefined);
  const isThread = relation?.rel_type === 'm.thread';
  const replyTo =
    isThread && relation.is_falling_back === true ? undefined : relation?.['m.in_reply_to']?.event_id;
  return {
    text: withoutName(plain, self).trim(),
    mentioned: isNamed(said, plain, self),
    ...(file !== undefined && { file }),
    ...(replyTo !== undefined && { replyTo }),
    ...(isThread && relation.event_id !== undefined && { threadId: relation.event_id }),
  };
}

const edit = z.looseObject({
  'm.new_content': z.record(z.string(), z.unknown()),
  'm.relates_to': z.looseObject({ rel_type: z.literal('m.replace'), event_id: z.string().max(255) }),
});

/** Of the content of an `m.room.message`: which event it replaces, and what that says from then on; undefined for no edit. */
export function readEdit(
  given: unknown,
  self: Self,
): { readonly eventId: string; readonly text: string } | undefined {
  const parsed = edit.safeParse(given);
  if (!parsed.success) return undefined;
  const { 'm.new_content': now, 'm.relates_to': relation } = parsed.data;
  // What it answers stands in the message that it replaces, not in the edit.
  const said = readMessage({ ...now, 'm.relates_to': undefined }, self);
  return said && { eventId: relation.event_id, text: said.text };
}

function fileOf(said: z.output<typeof content>): SentFile | undefined {
  const url = said.file?.url ?? said.url;
  if (url === undefined) return undefined;
  return {
    name: said.filename ?? said.body,
    mimeType: said.info?.mimetype ?? 'application/octet-stream',
    url,
    ...(said.file !== undefined && {
      encrypted: { key: said.file.key.k, iv: said.file.iv, sha256: said.file.hashes.sha256 },
    }),
  };
}

/** Older clients repeat what they answer in lines that begin with `> `. */
function withoutQuote(body: string, isReply: boolean): string {
  return isReply ? body.replace(/^(> [^\n]*\n)+\n?/, '') : body;
}

function isNamed(said: z.output<typeof content>, plain: string, { userId, names }: Self): boolean {
  const mentioned = said['m.mentions']?.user_ids ?? [];
  if (mentioned.length > 0) return mentioned.includes(userId);
  // Who types a name mentions nobody: clients say so by an empty list, and those from before Matrix 1.7 have none.
  const own = plain.replace(/^>.*$/gmu, '');
  return (
    own.includes(userId) ||
    said.formatted_body?.includes(`https://matrix.to/#/${userId}`) === true ||
    names.some((name) => wordOf(name).test(own))
  );
}

/** A name as a word of its own, and no part of an address or of another's id. */
function wordOf(name: string): RegExp {
  const word = escapePattern(name);
  return new RegExp(
    `^\\s*@?${word}\\s*[:,]|(?<![\\p{L}\\p{N}_/.:#@-])@?${word}(?![\\p{L}\\p{N}_/@-]|[.:][\\p{L}\\p{N}])`,
    'iu',
  );
}

const GREETINGS =
  'hey|hi|hello|dear|ok|okay|hallo|liebes|salut|bonjour|bonsoir|hola|querido|ol[aá]|oi|caro|habari|hujambo|jambo';

/** Without the name by which it is addressed, before what is said or after it. */
function withoutName(plain: string, { userId, names }: Self): string {
  const any = [escapePattern(userId), ...names.map((name) => `@?${escapePattern(name)}`)].join('|');
  return plain
    .replace(new RegExp(`^\\s*(?:(?:${GREETINGS})\\s+)?(?:${any})(?=[\\s:,]|$)\\s*[:,]?\\s*`, 'iu'), '')
    .replace(new RegExp(`\\s*,\\s*(?:${any})(?=\\s*[?!.]*\\s*$)`, 'iu'), '');
}

const reaction = z.looseObject({
  'm.relates_to': z.looseObject({
    rel_type: z.literal('m.annotation'),
    event_id: z.string().max(255),
    key: z.string().max(100),
  }),
});

const YES = ['✅', '👍', '✔', '☑', '🆗', '👌'];
const NO = ['❌', '👎', '✖', '❎', '🚫', '⛔'];

/** Of the content of an `m.reaction`: to which event it says yes or no; undefined for any other. */
export function readVote(given: unknown): { readonly eventId: string; readonly yes: boolean } | undefined {
  const parsed = reaction.safeParse(given);
  if (!parsed.success) return undefined;
  const { event_id: eventId, key } = parsed.data['m.relates_to'];
  // Without the sign for a picture and the tones of skin.
  const plain = key.replace(/[\u{fe0f}\u{1f3fb}-\u{1f3ff}]/gu, '');
  if (YES.includes(plain)) return { eventId, yes: true };
  return NO.includes(plain) ? { eventId, yes: false } : undefined;
}
