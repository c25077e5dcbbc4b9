import type { Words } from './words.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** A script that completes `oracle` in a shell. It holds all words, so that a Tab starts no process. */
export function completionScript(shell: Shell, all: readonly Words[]): string {
  if (shell === 'fish') return fish(all);
  return shell === 'bash' ? bash(all) : `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;
}

/** The longest beginning of what was typed that is a command says what may follow; after that, files. */
function bash(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, words }) =>
      `      ${quoted(path === '' ? '' : ` ${path}`)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`,
  );
  return [
    '_oracle_complete() {',
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" path="" words="" at`,
    '  for ((at = 1; at < COMP_CWORD; at++)); do',
    `    case "\${COMP_WORDS[at]}" in -*) ;; *) path="$path \${COMP_WORDS[at]}" ;; esac`,
    '  done',
    '  while :; do',
    '    case "$path" in',
    ...cases,
    `      *) path="\${path% *}"; continue ;;`,
    '    esac',
    '    break',
    '  done',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '}',
    'complete -o default -F _oracle_complete oracle',
    '',
  ].join('\n');
}

function fish(all: readonly Words[]): string {
  return all
    .flatMap(({ path, words }) => {
      const parts = path.split(' ').filter((part) => part !== '');
      const when =
        parts.length === 0
          ? '__fish_use_subcommand'
          : parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ');
      return words.map(({ word, about }) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
        return `complete -c oracle -n ${quoted(when)} ${what} -d ${quoted(about)}`;
      });
    })
    .concat('')
    .join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
