import { z } from 'zod';
import { type AnyTool, definePlugin, defineTool, type LoadingMode, type Plugin } from '../../plugin/index.js';

/** A plugin of one tool or more, for the agent's own tests. */
export function pluginWith(
  name: string,
  tools: readonly AnyTool[],
  more: {
    readonly loading?: LoadingMode;
    readonly contribution?: ReturnType<NonNullable<Plugin['setup']>>;
  } = {},
): Plugin {
  return definePlugin({
    name,
    version: '1.0.0',
    manifest: {
      title: `The ${name}`,
      summary: `Does ${name} things.`,
      whenToUse: [`when ${name} is asked for`],
      loading: more.loading ?? 'on-demand',
    },
    setup: async () => ({ tools, ...(await more.contribution) }),
  });
}

/** `get_weather({ city })` answers `{ city, temp_c: 20 }`. */
export const getWeather = defineTool({
  name: 'get_weather',
  description: 'Current weather of a city. Temperature in degrees Celsius.',
  input: z.object({ city: z.string() }),
  run: ({ city }) => ({ city, temp_c: 20 }),
});

export const weather = pluginWith('weather', [getWeather]);

/** A tool without arguments that does what the test says. */
export function toolThat(name: string, run: AnyTool['run'], more: Partial<AnyTool> = {}): AnyTool {
  return { name, description: `${name}.`, input: z.object({}), ...more, run };
}

/** Settles from outside: a place where a test holds a tool. */
export function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}
