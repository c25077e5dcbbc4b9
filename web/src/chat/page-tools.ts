import type { CallResult, PendingCall } from 'oracle-runtime/client';
import { go, href } from '../app/route.js';
import { confirm } from '../ui/dialog.js';
import { t } from '../words/index.js';

interface PageTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  run(args: Readonly<Record<string, unknown>>): Promise<unknown>;
}

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
    name: 'copy',
    description: "Puts a text into the person's clipboard.",
    parameters: { type: 'object', properties: { text: text('What to copy.') }, required: ['text'] },
    async run(args) {
      const words = String(args['text']);
      const sure = await confirm({ title: t('tool.copy'), text: words.slice(0, 500), act: t('copy') });
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
