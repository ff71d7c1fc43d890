import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipOptions {
  /** Each entry has this size, whatever its content is. */
  readonly declared?: number;
  readonly isStored?: boolean;
  readonly flags?: number;
  /** The sizes are after the content, as in an archive that was written as a stream. */
  readonly hasDescriptors?: boolean;
  readonly comment?: string;
}

type ZipFiles = Readonly<Record<string, string | Buffer>> | readonly (readonly [string, string | Buffer])[];

/** Returns a ZIP archive of files by their names; an array can have a name twice. */
export function zip(files: ZipFiles, options: ZipOptions = {}): Buffer<ArrayBuffer> {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Array.isArray(files) ? files : Object.entries(files)) {
    const { local, central } = zipEntry(path, Buffer.from(content), offset, options);
    directory.push(central);
    entries.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  const comment = Buffer.from(options.comment ?? '');
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...entries, ...directory, end, comment]);
}

function zipEntry(
  path: string,
  bytes: Buffer,
  offset: number,
  { declared = bytes.length, isStored = false, flags = 0, hasDescriptors = false }: ZipOptions,
): { local: Buffer; central: Buffer } {
  const packed = isStored ? bytes : deflateRawSync(bytes);
  const name = Buffer.from(path);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(bytes), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(declared, 8);
  const fields = (withSizes: boolean) => {
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(hasDescriptors ? flags | 8 : flags, 2);
    header.writeUInt16LE(isStored ? 0 : 8, 4);
    if (withSizes) sizes.copy(header, 10);
    header.writeUInt16LE(name.length, 22);
    return header;
  };
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const descriptor = hasDescriptors ? [Buffer.from('PK\x07\x08'), sizes] : [];
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), fields(!hasDescriptors), name, packed, ...descriptor]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields(true), rest, name]),
  };
}
