/** What others may use of this plugin without its running. */
export { type Bot, type BotRequest, type Provisioned, provisionBot } from './provision.js';
