// Talks to the door as the official client for JavaScript does, over HTTP and over standard input and output, and prints what
// came back. Called by TestJavaScript.
const { SDK, ENDPOINT, KEY, BRAND, FOREIGN, BRIDGE } = process.env
const load = (file) => import(`${SDK}/@modelcontextprotocol/sdk/dist/esm/${file}`)
const { Client } = await load('client/index.js')
const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js')
const { StdioClientTransport } = await load('client/stdio.js')

const over = {
  http: (key) => new StreamableHTTPClientTransport(new URL(ENDPOINT), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }),
  stdio: (key) => new StdioClientTransport({ command: BRIDGE, env: { RENOWN_TEST_BRIDGE: ENDPOINT, RENOWN_KEY: key } }),
}
const out = {}
for (const [name, transport] of Object.entries(over)) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport(KEY))
  const { tools } = await client.listTools()
  const overview = await client.callTool({ name: 'get_overview', arguments: { brand_id: BRAND } })
  const refused = await client.callTool({ name: 'get_overview', arguments: { brand_id: FOREIGN } })
  const unknown = await client.callTool({ name: 'drop_tables', arguments: {} }).catch((e) => e)
  const { resources } = await client.listResources()
  const term = await client.readResource({ uri: 'renown://glossary/visibility' })
  const prompt = await client.getPrompt({ name: 'weekly_review', arguments: { brand_id: BRAND } })
  out[name] = {
    tools: tools.map((t) => t.name), figures: overview.structuredContent.figures.rows.length, refused: [refused.isError, refused.structuredContent.code],
    unknown: [unknown.code, unknown.data?.code], resources: resources.length, term: term.contents[0].text.length > 10, prompt: prompt.messages.length,
  }
  await client.close()
  const stranger = new Client({ name: 'test', version: '1' })
  const error = await stranger.connect(transport('sk-nothing')).then(() => null, (e) => e)
  out[name].stranger = error !== null && !String(error).includes('sk-nothing')
  await stranger.close()
}
console.log(JSON.stringify(out))
