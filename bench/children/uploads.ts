import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';

// Uploads a picture of a telephone's size once, and then to many pets at once, each over a connection of its own. Prints
// the statuses as JSON.

/** What the child gets as its argument. */
export interface Uploads {
  readonly url: string;
  readonly count: number;
  /** Used in turn. */
  readonly keys: readonly string[];
}

/** How many responses had each status. `lost` counts the uploads without a response. */
export type UploadStatuses = Readonly<Record<string, number>>;

const { url, count, keys }: Uploads = JSON.parse(process.argv[2] ?? '');
const picture = await sharp({
  // Noise, because a picture of one colour would be small.
  create: {
    width: 4000,
    height: 3000,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 12 },
  },
})
  .jpeg({ quality: 85 })
  .toBuffer();
const agent = new Agent({ maxSockets: count });
// Clients of a real service are on other machines, and do not take its processor.
setPriority(constants.priority.PRIORITY_LOW);

// The first upload starts the process that decodes, and compiles what any first request does.
await upload(0);
console.log('warm');
const statuses = await Promise.all(
  Array.from({ length: count }, (_, index) => upload(index).catch(() => 'lost')),
);
const counts: Record<string, number> = {};
for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
console.log(JSON.stringify(counts));
agent.destroy();

async function upload(index: number): Promise<string> {
  const headers = {
    Authorization: `Bearer ${keys[index % keys.length]}`,
    'Content-Type': 'image/jpeg',
    'Content-Length': picture.length,
  };
  const sent = request(`${url}/v1/pets/${index + 1}/photos`, { agent, method: 'POST', headers });
  const responded = once(sent, 'response');
  // A connection that is closed after a 503.
  responded.then(() => sent.on('error', () => {}));
  sent.end(picture);
  const [response] = await responded;
  response.resume();
  await once(response, 'end');
  return String(response.statusCode);
}
