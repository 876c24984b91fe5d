// oxlint-disable unicorn/prefer-add-event-listener, no-underscore-dangle -- required by the SDK and the protocol.
// The suite uses streamable HTTP, the server standard input and output. Each HTTP session gets its own server process, and messages are
// forwarded unchanged.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { hostHeaderValidation } from "@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/** Replaces the names of tools, prompts and resources of the suite's own server with ours. Changes nothing else in a message. */
const STAND_INS = {
  "test://static-text": "handoff://config",
  "test://watched-resource": "handoff://task/123",
  "test://template/123/data": "handoff://task/123",
  test_simple_prompt: "close",
};

function withStandIn(message) {
  const { uri, name } = message.params ?? {};
  const params = { ...message.params };
  if (uri in STAND_INS) {
    params.uri = STAND_INS[uri];
  }
  if (message.method === "prompts/get" && name in STAND_INS) {
    params.name = STAND_INS[name];
  }
  return message.params ? { ...message, params } : message;
}

/** Starts the bridge on a free port of 127.0.0.1. Returns its address and a function that stops it. */
export async function bridge(command, args) {
  const sessions = new Map();

  async function open() {
    const process = new StdioClientTransport({ command, args });
    // Progress notifications are sent on the same stream as the answer to their request.
    const asking = new Map();
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => sessions.set(id, { http, process }),
    });
    http.onmessage = (message) => {
      const token = message.params?._meta?.progressToken;
      if (token !== undefined && message.id !== undefined) {
        asking.set(token, message.id);
      }
      void process.send(withStandIn(message));
    };
    process.onmessage = (message) => {
      const relatedRequestId = asking.get(message.params?.progressToken);
      http.send(message, { relatedRequestId }).catch(() => undefined);
    };
    await process.start();
    await http.start();
    return http;
  }

  const isOwn = hostHeaderValidation(["127.0.0.1", "localhost"]);
  const server = createServer((request, response) => {
    response.status = (code) => ((response.statusCode = code), response);
    response.json = (value) => response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    isOwn(request, response, () => {
      const known = sessions.get(request.headers["mcp-session-id"]);
      Promise.resolve(known?.http ?? open())
        .then((http) => http.handleRequest(request, response))
        .catch((error) => response.writeHead(500).end(String(error)));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([...sessions.values()].map(({ process }) => process.close()));
  };
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, end };
}
