import { t } from '../../words/all.js';

/** What people are mostly let in for; `oracle keys create` and `oracle invite` know all that there is. */
const COMMON = ['chat', 'sampling', 'fs/list', 'fs/read', 'fs/write', 'fs/delete', 'share'] as const;

/** What a key or a person may do. */
export function ScopeChoice({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  onChange(scopes: readonly string[]): void;
}) {
  return (
    <fieldset class="row">
      <legend>{t('scopes')}</legend>
      {COMMON.map((scope) => (
        <label key={scope} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
            }
          />
          {scope}
        </label>
      ))}
    </fieldset>
  );
}
