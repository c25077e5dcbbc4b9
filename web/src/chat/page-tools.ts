import type { CallResult, PendingCall } from 'oracle-runtime/client';
import { go, href } from '../app/route.js';
import { chooseFrom, confirm, pickFile } from '../ui/dialog.js';
import { t } from '../words/index.js';
import { putAmongFiles } from './attach.js';

interface PageTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  run(args: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** More than these nobody reads before choosing. */
const MOST_CHOICES = 12;

const text = (description: string) => ({ type: 'string', description });

/** What only the page in front of the person can do. */
const TOOLS: readonly PageTool[] = [
  {
    name: 'show_design',
    description: 'Shows a stored sample design to the person on the page.',
    parameters: { type: 'object', properties: { id: text('Id of the design.') }, required: ['id'] },
    async run({ id }) {
      go('designs', String(id));
      return { shown: href('designs', String(id)) };
    },
  },
  {
    name: 'open_file',
    description: "Shows a file of the oracle's file system to the person on the page.",
    parameters: { type: 'object', properties: { path: text('Its path.') }, required: ['path'] },
    async run({ path }) {
      go(
        'files',
        ...String(path)
          .split('/')
          .filter((part) => part !== ''),
      );
      return { shown: String(path) };
    },
  },
  {
    name: 'ask_choice',
    description:
      'Asks the person on the page which of a few things they mean or want, and gives what they chose. For what the words leave open and a list of choices settles.',
    parameters: {
      type: 'object',
      properties: {
        question: text('One short question.'),
        choices: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: MOST_CHOICES },
      },
      required: ['question', 'choices'],
    },
    async run({ question, choices }) {
      const all = Array.isArray(choices) ? [...new Set(choices.map(String))].slice(0, MOST_CHOICES) : [];
      if (all.length < 2) throw new Error('choices: at least two different texts are needed.');
      const chosen = await chooseFrom({ title: t('tool.ask'), text: String(question), choices: all });
      if (chosen === undefined) throw new Error('The person chose none of these.');
      return { chosen };
    },
  },
  {
    name: 'pick_file',
    description:
      "Asks the person for a file of their device, puts it among the oracle's files and gives its path there.",
    parameters: {
      type: 'object',
      properties: { purpose: text('What the file is needed for.') },
      required: ['purpose'],
    },
    async run({ purpose }) {
      const file = await pickFile({ title: t('tool.file'), text: String(purpose), act: t('tool.fileGive') });
      if (file === undefined) throw new Error('The person gave no file.');
      return { path: await putAmongFiles(file), name: file.name, bytes: file.size, mimeType: file.type };
    },
  },
  {
    name: 'copy',
    description: "Puts a text into the person's clipboard.",
    parameters: { type: 'object', properties: { text: text('What to copy.') }, required: ['text'] },
    async run(args) {
      // A line feed at its end would make a terminal run what is pasted, before anybody looked at it there.
      const words = String(args['text']).replace(/\r\n?/g, '\n').trimEnd();
      const sure = await confirm({
        title: t('tool.copy'),
        text: t('tool.copyWhat', { lines: words.split('\n').length, characters: [...words].length }),
        exact: words,
        act: t('copy'),
      });
      if (!sure) throw new Error('The person did not want it copied.');
      await navigator.clipboard.writeText(words);
      return { copied: true };
    },
  },
  {
    name: 'get_location',
    description: 'Asks the person for the place where they are, by their device.',
    parameters: { type: 'object', properties: {} },
    async run() {
      const sure = await confirm({ title: t('tool.location'), text: t('tool.locationWhy'), act: t('allow') });
      if (!sure) throw new Error('The person did not share where they are.');
      const { coords } = await new Promise<GeolocationPosition>((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, (error) => reject(new Error(error.message)), {
          timeout: 20_000,
        });
      });
      return { latitude: coords.latitude, longitude: coords.longitude, accuracyInMetres: coords.accuracy };
    },
  },
];

/** The page's tools as a message declares them. */
export function pageTools() {
  return TOOLS.map(({ name, description, parameters }) => ({ name, description, parameters }));
}

/** Whether the page runs calls of this name. */
export function isPageTool(name: string): boolean {
  return TOOLS.some((each) => each.name === name);
}

/** What a call asks the person, in a line. */
export function questionOf({ name, args }: PendingCall): string {
  const { question, purpose, path, id } = args;
  const words = question ?? purpose ?? path ?? id;
  if (words !== undefined) return String(words);
  return t(name === 'copy' ? 'tool.copy' : 'tool.location');
}

/** Runs a call that waits for the page. */
export async function runPageCall({ id, name, args }: PendingCall): Promise<CallResult> {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) return { id, error: `The page has no tool '${name}'.` };
  try {
    return { id, output: await tool.run(args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
