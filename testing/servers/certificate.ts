// cspell:ignore pkeyopt paramgen
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Scope, temporaryFolder } from '../folders.ts';

/** Returns the key and the certificate of a server at 127.0.0.1 and other names. No authority has signed it. */
export async function makeCertificate(
  t: Scope,
  names: readonly string[] = [],
): Promise<{ key: string; cert: string }> {
  const folder = await temporaryFolder(t);
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const alternatives = ['IP:127.0.0.1', ...names.map((name) => `DNS:${name}`)].join(',');
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${alternatives}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', keyFile, '-out', certFile];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...files, ...subject]);
  return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
}
