import type { Plugin } from 'oracle-runtime/plugin';
import charts from './charts/index.js';
import chatIntegration from './chat-integration/index.js';
import clientTools from './client-tools/index.js';
import credits from './credits/index.js';
import entities from './entities/index.js';
import gateway from './gateway/index.js';
import knowledge from './knowledge/index.js';
import matrix from './matrix/index.js';
import mcp from './mcp/index.js';
import memory from './memory/index.js';
import monitoring from './monitoring/index.js';
import observability from './observability/index.js';
import reports from './reports/index.js';
import sampling from './sampling/index.js';
import sandbox from './sandbox/index.js';
import sharing from './sharing/index.js';
import skills from './skills/index.js';
import surveys from './surveys/index.js';
import tasks from './tasks/index.js';
import toolkit from './toolkit/index.js';
import userPreferences from './user-preferences/index.js';
import vfs from './vfs/index.js';
import weather from './weather/index.js';
import webcrawl from './webcrawl/index.js';

/** What belongs to every oracle, as people and keys do: no line of the boot log tells of it while it works. */
export const partsOfEveryOracle: readonly Plugin[] = [
  sharing, //        designs, conversations and folders, with people who were invited
];

/** What every oracle starts with, unless `features` in oracle.config.json turns a plugin off. */
export const bundledPlugins: readonly Plugin[] = [
  sampling, //       sample designs that a carbon auditor accepts
  monitoring, //     stove loggers and kitchen tests into a period's statistics
  surveys, //        forms for phones, and who of the sample was reached
  vfs, //            files that are private until published
  gateway, //        anything that the chain answers, over HTTP and in the chat
  entities, //       who controls what on the chain, which claims are open, what a DID is
  weather, //        current weather and forecasts for any city
  knowledge, //      what documents say, by exact quotes
  skills, //         instructions for whole tasks, with checks that the oracle evaluates
  reports, //        documents of designs, draws and periods, whose figures can be checked
  charts, //         pictures of designs, results and tables, which carry their numbers
  userPreferences, // language, tone, units, number format and time zone of a person
  clientTools, //    what a client brings with a message: tools that it runs, instructions
  mcp, //            tools of MCP servers elsewhere
  credits, //        what answers cost, budgets, receipts
  observability, //  metrics and call logs
];

/**
 * Off until their environment variables are set. The keyless chat is not trained on them: it learns the sentences of those
 * that are on when it is first asked, as it does of a project's own.
 */
export const optionalPlugins: readonly Plugin[] = [
  memory, //         what people ask to be remembered, over all conversations
  webcrawl, //       pages of the public web, with their sources
  sandbox, //        code that runs away from everything else
  toolkit, //        tools of apps elsewhere, by accounts that people connected
  chatIntegration, // people who write in Slack, and posts to its channels
  tasks, //          what is done at set times, woken by a Redis
  matrix, //         rooms and direct messages of a Matrix homeserver
];

/** All that ships. */
export const shippedPlugins: readonly Plugin[] = [
  ...partsOfEveryOracle,
  ...bundledPlugins,
  ...optionalPlugins,
];
