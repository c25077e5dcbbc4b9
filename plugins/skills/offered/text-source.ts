import { lookup } from 'mime-types';
import { hasScope, type OfferedText, type TextSource } from 'oracle-runtime/plugin';
import type { SkillCollection } from '../collection.js';
import { headFileOf, type Skill } from '../format/skill.js';

const SCHEME = 'skill://';

/** Every file of every skill, for clients that read them themselves; SKILL.md also as a prompt. */
export function skillTexts(skills: SkillCollection): TextSource {
  return {
    async list(principal, signal) {
      if (!hasScope(principal, 'skills')) return [];
      const found = await skills.read(principal, signal);
      return found.skills.flatMap(textsOf);
    },
    async read(uri, principal, signal) {
      if (!hasScope(principal, 'skills')) return undefined;
      const [, name, path] = /^skill:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
      if (name === undefined || path === undefined) return undefined;
      const found = (await skills.read(principal, signal)).skills.find(
        (each) => uriOf(each, '') === `${SCHEME}${name}/`,
      );
      const file = found?.files.find((each) => found !== undefined && uriOf(found, each.path) === uri);
      if (found === undefined || file === undefined) return undefined;
      return { content: await skills.file(principal, found, file.path), mimeType: mimeTypeOf(file.path) };
    },
  };
}

function textsOf(skill: Skill): OfferedText[] {
  const head = headFileOf(skill.files);
  return skill.files.map(({ path, size, sha256 }) => ({
    uri: uriOf(skill, path),
    name: path === head ? skill.name : `${skill.name}/${path}`,
    title: path === head ? `Skill: ${skill.name}` : `${path} of the skill ${skill.name}`,
    description: skill.description,
    mimeType: mimeTypeOf(path),
    size,
    sha256,
    ...(path === head && { asPrompt: true as const }),
  }));
}

function uriOf({ name }: Skill, path: string): string {
  return `${SCHEME}${encodeURIComponent(name)}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function mimeTypeOf(path: string): string {
  return lookup(path) || 'application/octet-stream';
}
