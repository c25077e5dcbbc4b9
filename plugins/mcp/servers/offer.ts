import { oneLine } from 'oracle-runtime/kit';
import type { OfferedCapability } from 'oracle-runtime/plugin';
import type { Server } from './server.js';

const SUMMARY = 200;
const TAGS = 40;

/**
 * A server as a capability, `mcp/github`. Its own descriptions stay out: they are a stranger's words, and this may stand
 * in a prompt before anybody has asked for the server. The names of its tools were made plain.
 */
export function offerOf(server: Server): OfferedCapability {
  const { settings, accepted, state, reason } = server;
  const prefix = settings.name.length + 1;
  const tools = accepted.map(({ name }) => name.slice(prefix).replaceAll('_', ' '));
  const what =
    settings.description ?? `Tools of ${settings.title}${tools.length > 0 ? `: ${tools.join(', ')}` : ''}`;
  const away = state === 'down' ? ' Cannot be reached now.' : '';
  return {
    name: `mcp/${settings.name}`,
    manifest: {
      title: settings.title,
      summary: `${oneLine(what, SUMMARY - away.length - 1).replace(/[.…]?$/, '.')}${away}`,
      whenToUse: [`A task for ${settings.title}: ${oneLine(tools.join(', '), 400) || 'its tools'}`],
      ...(state === 'down' && reason !== undefined ? { whenNotToUse: [`Now: ${reason}`] } : {}),
      tags: [...new Set([settings.name, ...tools.flatMap((tool) => tool.split(' '))])].slice(0, TAGS),
      category: 'tools',
    },
  };
}
