/** Whose a skill is, what counts most first: of whoever asks, the project's, the operator's, or one that ships. */
export const ORIGINS = ['own', 'project', 'oracle', 'shipped'] as const;
export type SkillOrigin = (typeof ORIGINS)[number];

/** A file of a skill. */
export interface SkillFile {
  /** In the skill's folder, such as `references/guide.md`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly sha256: string;
}

/** A skill that can be loaded (Agent Skills, agentskills.io/specification). */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly origin: SkillOrigin;
  readonly license?: string;
  readonly compatibility?: string;
  /** Names of tools that it means to use; a hint, never a right. */
  readonly allowedTools: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** What SKILL.md says below its head. */
  readonly body: string;
  /** All of them by path, SKILL.md among them. */
  readonly files: readonly SkillFile[];
  /** SHA-256, hex, over names, sizes and hashes of its files: one for exactly this content. */
  readonly digest: string;
  /** What was mended or is unusual. */
  readonly warnings: readonly string[];
}

/** A folder that looks like a skill and is none, or is hidden behind another. */
export interface SkippedSkill {
  readonly name: string;
  readonly origin: SkillOrigin;
  /** In words that follow its name. */
  readonly reason: string;
}

/** Limits of one skill. */
export const MOST_FILES = 200;
export const MOST_FILE_BYTES = 1024 * 1024;
export const MOST_SKILL_BYTES = 8 * 1024 * 1024;
/** Skills of one origin. */
export const MOST_SKILLS = 200;

/** The head of a skill among its files, as the specification names it or, as the reference reader takes it too, in small letters. */
export function headFileOf(files: readonly { readonly path: string }[]): string | undefined {
  return ['SKILL.md', 'skill.md'].find((name) => files.some(({ path }) => path === name));
}
