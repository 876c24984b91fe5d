// Where the Rust tests have their temporary folders.
import { expect, test } from "vitest";
import { canUseMemory } from "../../scripts/lib/rustTests.mjs";

const GIB = 1024 ** 3;
const disk = "/dev/vda / ext4 rw,relatime 0 0\n";
const memory = (options: string) => `${disk}tmpfs /dev/shm tmpfs ${options} 0 0\n`;

test.each([
  ["room, and programs may run", memory("rw,nosuid,nodev"), 4 * GIB, true],
  ["too little room, as in a container", memory("rw,nosuid,nodev"), GIB / 16, false],
  ["programs may not run", memory("rw,nosuid,nodev,noexec"), 4 * GIB, false],
  ["not writable", memory("ro,nosuid"), 4 * GIB, false],
  ["the last mount is what is seen", memory("rw") + memory("rw,noexec"), 4 * GIB, false],
  ["a folder of the disk", disk, 4 * GIB, false],
])("temporary folders are in memory: %s", (_, mounts, free, expected) => {
  expect(canUseMemory(mounts, free)).toBe(expected);
});
