/** What surveys know without a form, an oracle or a store: pure functions over plain values. */

export { fuelNamed } from './form/fuels.js';
