/**
 * Builds the peers of the gateway that are written in Go, so that neither a test nor a benchmark waits for them:
 *
 *   npx tsx bench/gateway/build-peers.ts
 *
 * Needs Go 1.23 or newer and a module proxy. What is built stays in `.cache` until its sources change.
 */
import { buildNodeGateway } from '../../plugins/gateway/testing/node-gateway.js';
import { buildSdkRest } from '../../plugins/gateway/testing/sdk-rest.js';

await buildNodeGateway();
await buildSdkRest();
