/** Small tools that plugins and core both need, as `oracle-runtime/kit`. */

export { didYouMean, nearestName } from './nearest-name.js';
