import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type AnyRoute, defineRoute, OracleError, type OracleInfo } from '../../plugin/index.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Where this oracle is reached: as its configuration says, else under the name that the client used. */
function originFor({ origin }: Pick<OracleInfo, 'origin'>, { host }: IncomingHttpHeaders): string {
  return origin ?? `http://${/^[\w.:[\]-]+$/.test(host ?? '') ? host : 'localhost'}`;
}

/** What a client without a credential is told: where it reads how to get one (RFC 9728, section 5.1). */
export function challengeOf(
  oracle: Pick<OracleInfo, 'origin'>,
  headers: IncomingHttpHeaders,
  path: string,
): string {
  return `Bearer resource_metadata="${originFor(oracle, headers)}${WELL_KNOWN}${path}"`;
}

/** Metadata of the protected resources that MCP's paths are (RFC 9728): keys and UCANs, as bearer tokens in the header. */
export function protectedResourceRoutes(
  oracle: Pick<OracleInfo, 'origin' | 'name'>,
  paths: readonly string[],
): AnyRoute[] {
  const isServed = (path: string) => paths.some((each) => path === each || path.startsWith(`${each}/`));
  const route = (path: string, params: z.ZodObject | undefined) =>
    defineRoute({
      method: 'get',
      path,
      auth: 'public',
      summary: 'How the MCP endpoints are protected',
      description:
        'OAuth 2.0 protected resource metadata (RFC 9728). There is no authorization server: the operator makes keys.',
      ...(params === undefined ? {} : { request: { params } }),
      responses: {
        200: { description: 'The metadata.', schema: z.looseObject({ resource: z.string() }) },
      },
      handler({ params: found, raw }) {
        const { rest } = found as { readonly rest?: readonly string[] };
        const resource = rest === undefined ? '/mcp' : `/${rest.join('/')}`;
        if (!isServed(resource))
          throw new OracleError('not_found', { detail: 'No MCP endpoint is at that path.' });
        return {
          resource: originFor(oracle, raw.request.headers) + resource,
          resource_name: oracle.name,
          bearer_methods_supported: ['header'],
          scopes_supported: ['chat'],
        };
      },
    });
  return [
    route(WELL_KNOWN, undefined),
    route(`${WELL_KNOWN}/*rest`, z.object({ rest: z.array(z.string()).max(20) })),
  ];
}
