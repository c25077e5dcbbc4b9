/** Whatever a model says calls nobody: `<!channel>` would ring for all of a channel. */
export function withoutAlarm(words: string, before = ''): string {
  const quiet = words.replaceAll('<!', '<\u200b!');
  return before.endsWith('<') && quiet.startsWith('!') ? `\u200b${quiet}` : quiet;
}
