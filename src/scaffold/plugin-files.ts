import { type FileToWrite, readTemplate } from './templates.js';

/** The files of a new plugin, under `src/plugins/<name>`. @param name as `pluginNameFault` allows */
export function pluginFiles(name: string): FileToWrite[] {
  const words = name.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const snake = name.replaceAll('-', '_');
  const named = (text: string) =>
    text
      .replaceAll('PLUGIN_NAME', snake.toUpperCase())
      .replaceAll('plugin_name', snake)
      .replaceAll('plugin-name', name)
      .replaceAll('Plugin name', title)
      .replaceAll('plugin name', words);
  return readTemplate('plugin').map(({ path, content }) => ({
    path: `src/plugins/${name}/${named(path)}`,
    content: named(content),
  }));
}

/** Why a plugin cannot have a name. @param taken names of plugins that are there */
export function pluginNameFault(name: string, taken: ReadonlySet<string>): string | undefined {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 40)
    return 'a name is up to 40 lower-case letters, digits and single hyphens, and begins with a letter, such as rain-gauge';
  return taken.has(name) ? `there is a plugin '${name}' already` : undefined;
}
