/** What the bot is told besides wishes: who somebody is, or to stop. */
export type Said =
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'unlink' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'wish'; readonly text: string };

/** What a message of Slack's says, without the marks that Slack puts into it. */
export function readSaid(text: string, bot: string): Said {
  const plain = plainText(text.replaceAll(mention(bot), ' '));
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(plain) ?? [];
  if (/^link$/i.test(word) && /^[A-Z0-9-]{5,20}$/i.test(rest)) return { kind: 'link', code: rest };
  if (/^unlink$/i.test(plain)) return { kind: 'unlink' };
  if (/^stop[.!]?$/i.test(plain)) return { kind: 'stop' };
  return { kind: 'wish', text: plain };
}

export function mentions(text: string, user: string): boolean {
  return mention(user).test(text);
}

/** Whether it calls somebody by name who is not `user`. */
export function mentionsAnother(text: string, user: string): boolean {
  return [...text.matchAll(/<@([A-Z0-9]+)(?:\|[^>]*)?>/g)].some(([, id]) => id !== user);
}

function mention(user: string): RegExp {
  return new RegExp(`<@${user.replace(/[^A-Za-z0-9]/g, '')}(?:\\|[^>]*)?>`, 'g');
}

/** `<https://a.example|words>` and `&amp;` as a person typed them. */
function plainText(text: string): string {
  return text
    .replace(/<((?:https?|mailto|tel):[^|>]+)(?:\|([^>]*))?>/g, (_, link: string, words?: string) =>
      words === undefined || link.endsWith(words) ? (words ?? link) : `${words} (${link})`,
    )
    .replace(/<[#@!][^|>]*\|([^>]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}
