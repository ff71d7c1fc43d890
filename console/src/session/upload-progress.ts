type Listener = (sentBytes: number) => void;

const listeners = new WeakMap<Blob, Listener>();

/** Reports how much of a file was sent, each time that a request sends it. */
export function onUploadProgress(file: Blob, listener: Listener): void {
  listeners.set(file, listener);
}

/** Sends a request as `fetch` does. A file whose progress is reported is sent by XMLHttpRequest: `fetch` reports none. */
export const fetchWithProgress: typeof fetch = (input, init) => {
  const body = init?.body;
  const listener = body instanceof Blob ? listeners.get(body) : undefined;
  return listener === undefined ? fetch(input, init) : send(String(input), init ?? {}, listener);
};

function send(url: string, { method = 'GET', headers, body, signal }: RequestInit, listener: Listener) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => listener(loaded));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('the connection was lost')));
    request.addEventListener('abort', () =>
      reject(new DOMException('The request was aborted.', 'AbortError')),
    );
    if (signal?.aborted === true) request.abort();
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as Blob); // checked by the caller
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const end = line.indexOf(':');
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim());
  }
  return new Response(request.response as Blob, { status: request.status, headers }); // of this type
}
