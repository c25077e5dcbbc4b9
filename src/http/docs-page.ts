import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi.js';
import { type Html, html, renderPage } from './page-shell.js';
import { exampleOf, prose, renderSchema } from './schema-view.js';

const STYLE = `
main{max-width:64rem}
#search{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem .8rem;margin:1.2rem 0 0}
details.op{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.5rem 0}
details.op>summary{display:flex;gap:.8rem;align-items:baseline;flex-wrap:wrap;cursor:pointer;padding:.55rem .9rem;list-style:none}
details.op>summary::-webkit-details-marker{display:none}
.verb{font:600 12px/1.6 ui-monospace,monospace;text-transform:uppercase;min-width:4.2rem;text-align:center;border:1px solid currentColor;border-radius:5px;color:var(--soft)}
.verb.get{color:var(--accent)}.verb.post{color:var(--good)}.verb.delete{color:var(--bad)}
.path{font:600 14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
.detail{border-top:1px solid var(--line);padding:.6rem .9rem 1rem}
.detail h3{font-size:.8rem;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:1.1rem 0 .3rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
ul.schema{list-style:none;margin:.2rem 0;padding-left:1rem;border-left:2px solid var(--line);font-size:.92rem}
ul.schema.root{padding-left:0;border:0}
.type{color:var(--soft);font-size:.86em}
.must{color:var(--bad);font-size:.8em}
form.try{display:grid;grid-template-columns:minmax(0,1fr);gap:.6rem;margin:.6rem 0 1rem}
form.try label{display:grid;gap:.2rem;font-size:.92rem}
form.try input,form.try select,form.try textarea{font:13.5px/1.5 ui-monospace,monospace;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:.4rem .6rem;width:100%;max-width:100%}
form.try p{margin:0}
form.try .good strong{color:var(--good)}.bad{color:var(--bad)}
.answer pre{max-height:28rem;overflow:auto}
button{font:inherit;color:var(--accent);background:none;border:1px solid currentColor;border-radius:6px;padding:.3rem 1rem;cursor:pointer}
button.bad{color:var(--bad)}button:disabled{opacity:.5;cursor:default}
dialog{color:inherit;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.2rem 1.4rem;max-width:min(34rem,92vw)}
dialog h3{margin:0}
[hidden]{display:none!important}
`;

/** Filters the operations as one types, and opens the one that the address names. */
const SCRIPT = `
const search=document.getElementById('search'),ops=[...document.querySelectorAll('details.op')],groups=[...document.querySelectorAll('section')],none=document.getElementById('none');
search.hidden=false;
search.addEventListener('input',()=>{const words=search.value.toLowerCase().split(/\\s+/).filter(Boolean);
for(const op of ops)op.hidden=!words.every(w=>op.dataset.text.includes(w));
for(const group of groups)group.hidden=!group.querySelector('details.op:not([hidden])');
none.hidden=groups.some(group=>!group.hidden)});
const open=()=>{const op=location.hash&&document.getElementById(decodeURIComponent(location.hash.slice(1)));if(op&&op.tagName==='DETAILS'){op.open=true;op.scrollIntoView()}};
addEventListener('hashchange',open);open();
`;

/**
 * The OpenAPI document as one page that needs no network, reads without JavaScript and filters with it.
 * @param trying the script that puts a form into each operation
 */
export function renderDocsPage(document: OpenApiDocument, trying = '') {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const body = html`<main>
<h1>${document.info.title} API</h1>
<p class="soft">Version ${document.info.version} · ${operations.length} operations · <a href="/openapi.json">openapi.json</a> · <a href="/">home</a></p>
<p>${document.info.description}</p>
<input id="search" type="search" placeholder="Search paths, summaries, capabilities" aria-label="Search operations" hidden>
<p id="none" class="soft" hidden>Nothing matches.</p>
${document.tags.map(
  (tag) => html`<section><h2>${tag.name}</h2><p class="soft">${prose(tag.description)}</p>
${operations
  .filter(({ operation }) => operation.tags.includes(tag.name))
  .map(({ path, method, operation }) => renderOperation(path, method, operation))}</section>`,
)}
</main>`;
  return renderPage({ title: `${document.info.title} API`, body, style: STYLE, script: SCRIPT + trying });
}

function renderOperation(path: string, method: string, operation: OpenApiOperation): Html {
  const text = [method, path, operation.summary, ...operation.tags].join(' ').toLowerCase();
  return html`<details class="op" id="${operation.operationId}" data-text="${text}">
<summary><span class="verb ${method}">${method}</span><span class="path">${path}</span><span class="soft">${operation.summary}</span></summary>
<div class="detail">
${operation.description === undefined ? undefined : html`<p>${prose(operation.description)}</p>`}
<p class="soft">${describeSecurity(operation)}</p>
${renderParameters(operation.parameters ?? [])}
${renderRequestBody(operation)}
<h3>Responses</h3>
${Object.entries(operation.responses).map(
  ([status, response]) =>
    html`<p><strong>${status}</strong> ${response.description}</p>${
      status === 'default' || status === '401' || status === '403'
        ? undefined
        : renderContent(response.content)
    }`,
)}
<h3>Try it</h3>
${renderTryPlace(operation)}
<pre><code>${curlOf(path, method, operation)}</code></pre>
</div>
</details>
`;
}

/** Where the script puts a form, with the body to begin from. */
function renderTryPlace({ requestBody }: OpenApiOperation): Html {
  const json = requestBody?.content['application/json'];
  if (json === undefined) return html`<div class="try-here"></div>`;
  return html`<div class="try-here" data-example="${JSON.stringify(exampleOf(json['schema']), undefined, 2)}"></div>`;
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: 'an API key',
  ucan: 'a UCAN',
  session: "the page's session",
};

function describeSecurity(operation: OpenApiOperation): string {
  const names = operation.security
    .flatMap((scheme) => Object.keys(scheme))
    .map((name) => CREDENTIALS[name] ?? name);
  return names.length === 0 ? 'Public.' : `Needs ${names.join(' or ')}.`;
}

function renderParameters(parameters: readonly OpenApiParameter[]): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3>
<table><tbody>${parameters.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr><td><code>${name}</code>${required ? html` <span class="must">required</span>` : undefined}</td><td class="soft">${place}</td><td>${renderSchema(schema)} ${description === undefined ? undefined : prose(description)}</td></tr>`,
  )}</tbody></table>`;
}

function renderRequestBody({ requestBody }: OpenApiOperation): Html | undefined {
  if (requestBody === undefined) return undefined;
  return html`<h3>Body${requestBody.required ? undefined : ' (optional)'}</h3>${renderContent(requestBody.content)}`;
}

function renderContent(content: Readonly<Record<string, unknown>> | undefined): readonly Html[] {
  return Object.entries(content ?? {}).map(([type, media]) => {
    const schema =
      typeof media === 'object' && media !== null && 'schema' in media ? media.schema : undefined;
    return html`<p class="type">${type}</p>${schema === undefined ? undefined : renderSchema(schema)}`;
  });
}

function curlOf(path: string, method: string, operation: OpenApiOperation): string {
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=…`)
    .join('&');
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$ORACLE${path.replace(/[{}]/g, (brace) => (brace === '{' ? '$' : ''))}${query === '' ? '' : `?${query}`}"`,
  ];
  if (operation.security.length > 0) lines.push('-H "Authorization: Bearer $ORACLE_KEY"');
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
    const data =
      type === 'application/json'
        ? `-d '${JSON.stringify(exampleOf(media['schema'])).replaceAll("'", "'\\\\''")}'`
        : '--data-binary @file';
    lines.push(`-H "Content-Type: ${type}"`, data);
  }
  return lines.join(' \\\n  ');
}
