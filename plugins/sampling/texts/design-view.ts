import type { OfferedText } from 'oracle-runtime/plugin';

/** The page of a design, as MCP Apps name it. */
export const designView: OfferedText = {
  uri: 'ui://oracle/design',
  name: 'design-view',
  title: 'A sample design, shown',
  description: 'A page that shows the sample design that a tool has answered with.',
  mimeType: 'text/html;profile=mcp-app',
};

/**
 * Runs in the frame of a client (MCP Apps, 2026-01-26): says that it is there, and shows the design of the tool's result that the
 * client sends. It asks for nothing, fetches nothing, and writes what it shows as text.
 */
export const DESIGN_VIEW = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sample design</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 1rem; }
  .size { font-size: 2.5rem; font-weight: 600; line-height: 1; }
  table { border-collapse: collapse; margin-top: 1rem; width: 100%; }
  th, td { border-top: 1px solid #8885; padding: .3rem .5rem; text-align: start; vertical-align: top; }
  th { font-weight: 400; opacity: .7; width: 40%; }
</style>
<body>
<p>Households to visit</p>
<p class="size" id="size">…</p>
<p id="summary"></p>
<table id="rows"></table>
<script>
  let calls = 0;
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const fit = () => send({
    method: 'ui/notifications/size-changed',
    params: { width: document.body.scrollWidth, height: document.documentElement.scrollHeight },
  });
  const words = (name) => name.replace(/([A-Z])/g, ' $1').replace(/^./, (first) => first.toUpperCase());
  function show(answer) {
    const { parameters, ...rest } = answer;
    const design = { ...parameters, ...rest };
    const rows = document.getElementById('rows');
    document.getElementById('size').textContent = design.adjustedSize ?? '–';
    document.getElementById('summary').textContent = design.summary ?? '';
    rows.replaceChildren();
    for (const [name, value] of Object.entries(design)) {
      if (name === 'summary' || value === null || typeof value === 'object') continue;
      const row = rows.insertRow();
      const head = document.createElement('th');
      head.scope = 'row';
      head.textContent = words(name);
      row.append(head);
      row.insertCell().textContent = String(value);
    }
    fit();
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    if (data.id === 1 && data.result !== undefined) send({ method: 'ui/notifications/initialized', params: {} });
    if (data.method === 'ui/notifications/tool-result' && data.params?.structuredContent)
      show(data.params.structuredContent);
    if (data.method === 'ui/resource-teardown' && data.id !== undefined) send({ id: data.id, result: {} });
  });
  send({
    id: ++calls,
    method: 'ui/initialize',
    params: {
      protocolVersion: '2026-01-26',
      appInfo: { name: 'oracle-design', version: '1.0.0' },
      appCapabilities: {},
    },
  });
</script>
</body>
</html>
`;
