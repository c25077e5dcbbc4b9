import { isRecord } from 'oracle-runtime/kit';
/** The head of a SKILL.md, and what follows it. */
export interface Parted {
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** What was mended to read it. */
  readonly warnings: readonly string[];
}

/** Why a text is no skill, in words that follow its name. */
export class SkillFault extends Error {
  override readonly name = 'SkillFault';
}

const HEAD = /^---[ \t]*\r?\n([\s\S]*?)\r?\n?^---[ \t]*(?:\r?\n|$)/m;
/** Values that people write without quotes though they hold `: ` or begin like something else. */
const PLAIN_VALUE = /^(name|description|license|compatibility|allowed-tools):[ \t]+(?!["'|>])(.+?)[ \t]*$/gm;

/**
 * Parts a SKILL.md into its YAML head and its body. A head that YAML refuses is read once more with the values of its
 * texts quoted: a colon in a description is the one fault that hides skills everywhere.
 * @throws SkillFault
 */
export async function partSkill(text: string): Promise<Parted> {
  const content = text.replace(/^\uFEFF/, '');
  const marked =
    content === text ? [] : ['SKILL.md begins with a byte order mark, which other readers refuse'];
  const match = content.startsWith('---') ? HEAD.exec(content) : null;
  if (match === null || match.index !== 0)
    throw new SkillFault('SKILL.md does not begin with a YAML head between two lines of ---');
  const yaml = match[1] ?? '';
  const body = content.slice(match[0].length).trim();
  const first = await readYaml(yaml);
  if (first.head !== undefined) return { head: first.head, body, warnings: marked };
  const quoted = yaml.replace(
    PLAIN_VALUE,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
  );
  const second = await readYaml(quoted);
  if (second.head === undefined) throw new SkillFault(`the head of SKILL.md is no YAML: ${first.fault}`);
  return {
    head: second.head,
    body,
    warnings: [...marked, 'the head of SKILL.md is YAML only with its texts in quotes, and was read so'],
  };
}

async function readYaml(
  yaml: string,
): Promise<{ readonly head?: Readonly<Record<string, unknown>>; readonly fault: string }> {
  const { default: yamls } = await import('yaml');
  // All values are texts, as the reference reader has them: `description: 42` says 42. A tag, whose warning says that it is
  // not known, would make something else of one.
  const document = yamls.parseDocument(yaml, {
    uniqueKeys: true,
    strict: true,
    version: '1.2',
    schema: 'failsafe',
    logLevel: 'silent',
  });
  const [error] = document.errors;
  if (error !== undefined) return { fault: (error.message.split('\n')[0] ?? '').replace(/:$/, '') };
  if (document.warnings.length > 0)
    throw new SkillFault('the head of SKILL.md has a YAML tag (`!…`); leave it out');
  let value: unknown;
  try {
    // An alias that stands for a thousand others is refused.
    value = document.toJS({ maxAliasCount: 10 });
  } catch {
    return { fault: 'it refers to itself too often' };
  }
  if (!isRecord(value)) return { fault: 'it is no list of keys and values' };
  return { head: value as Readonly<Record<string, unknown>>, fault: '' };
}
