import { route } from '../../app/route.js';
import { DesignList } from './design-list.js';
import { DesignView } from './design-view.js';

/** `#/designs` lists the sample designs, `#/designs/<id>` shows one with all that came of it. */
export function Designs() {
  const [id] = route.value.rest;
  return id === undefined ? <DesignList /> : <DesignView key={id} id={id} />;
}
