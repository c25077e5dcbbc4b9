import type { Answers } from './answers.js';
import { type FileToWrite, readTemplate } from './templates.js';

/** What a project needs besides its answers. */
export interface ProjectParts {
  /** 12 or 24 words. They are written to `.env` alone. */
  readonly mnemonic: string;
  /** What `package.json` asks for: a version range, or the path of a package. */
  readonly runtime: string;
}

/** All files of a new project. */
export function projectFiles(answers: Answers, { mnemonic, runtime }: ProjectParts): FileToWrite[] {
  const words: Readonly<Record<string, string>> = {
    title: answers.name,
    description: answers.description === '' ? 'An oracle.' : answers.description,
    port: String(answers.port),
    network: answers.network,
  };
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => words[key] ?? whole);
  return [
    ...readTemplate('project').map(({ path, content }) => ({
      // npm leaves a file of the right name out of a package.
      path: path === 'gitignore' ? '.gitignore' : path,
      content: path === 'README.md' ? filled(content) : content,
    })),
    { path: 'package.json', content: json(packageOf(answers, runtime)) },
    { path: 'oracle.config.json', content: json(configOf(answers)) },
    { path: '.env', content: envOf(answers, mnemonic), mode: 0o600 },
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function packageOf({ name, description }: Answers, runtime: string): object {
  return {
    name,
    version: '0.1.0',
    private: true,
    description,
    type: 'module',
    engines: { node: '>=20.15.0' },
    scripts: {
      // No process of tsx stands between, so that the oracle sees when npm's shell ends.
      start: 'node --import tsx src/main.ts',
      dev: 'oracle dev',
      test: 'vitest run',
      check: 'tsc',
    },
    dependencies: { 'oracle-runtime': runtime, tsx: '^4.23.0', zod: '^4.2.0' },
    devDependencies: { '@types/node': '^20.19.0', kysely: '^0.28.0', typescript: '^6.0.0', vitest: '^4.1.0' },
  };
}

function configOf({ name, description, price, network, model }: Answers): object {
  return {
    name,
    description,
    ...(price !== undefined && { price }),
    network,
    ...(model !== undefined && { model }),
    prompt: '',
    features: {},
  };
}

function envOf({ port }: Answers, mnemonic: string): string {
  return `# Settings of this machine. Keep this file secret: the mnemonic is the oracle's identity.
SIGNING_MNEMONIC="${mnemonic}"
PORT=${port}
# The key of the model's provider. Without it the oracle answers offline.
LLM_API_KEY=
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
