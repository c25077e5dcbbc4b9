import { hasScope, type OfferedText, type TextSource } from 'oracle-runtime/plugin';
import type { DesignService } from '../service.js';
import { DESIGN_VIEW, designView } from './design-view.js';

const PREFIX = 'oracle://designs/';

/** The designs of whoever asks as JSON, and the page on which clients that can show one. */
export function designTexts(designs: Pick<DesignService, 'get' | 'list'>): TextSource {
  return {
    template: {
      uri: `${PREFIX}{id}`,
      name: 'design',
      title: 'A sample design',
      description: 'A stored sample design by its id, with all that it was computed from.',
    },
    async list(principal) {
      if (!hasScope(principal, 'sampling')) return [];
      const { items } = await designs.list(principal, { limit: 100 });
      return [
        ...items.map(
          ({ designId, adjustedSize, population, createdAt }): OfferedText => ({
            uri: PREFIX + designId,
            name: designId,
            title: `Sample design of ${adjustedSize} out of ${population}`,
            description: `Computed ${createdAt}.`,
            mimeType: 'application/json',
          }),
        ),
        designView,
      ];
    },
    async read(uri, principal) {
      if (!hasScope(principal, 'sampling')) return undefined;
      if (uri === designView.uri) return { content: Buffer.from(DESIGN_VIEW), mimeType: designView.mimeType };
      if (!uri.startsWith(PREFIX)) return undefined;
      const design = await designs.get(principal, uri.slice(PREFIX.length));
      return { content: Buffer.from(JSON.stringify(design)), mimeType: 'application/json' };
    },
  };
}
