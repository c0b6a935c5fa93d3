import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isPublicAddress } from './public-address.ts';

const INSIDE = [
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255',
  '192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7',
  '203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255',
  '192.31.196.1 192.52.193.1 192.175.48.1 2620:4f:8000::1',
  ':: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::808:808 64:ff9b:1::1 100::1',
  '2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 3fff::1 5f00::1 fc00::1',
  '168.63.129.16 161.26.0.10 161.26.255.255 166.8.0.1 166.11.255.255 199.36.153.4 199.36.153.11',
  '100.100.100.200 2600:2d00:2:1000::1 2600:2d00:2:2000::1 fd20:ce::254',
  'fd00:ec2::254 fe80::1 fec0::1 ff02::1 2001:4860::5efe:7f00:1 2001:4860::200:5efe:a00:1',
].flatMap((line) => line.split(' '));

const OUTSIDE = [
  '1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1',
  '168.63.129.15 168.63.129.17 161.25.255.255 161.27.0.1 166.7.255.255 166.12.0.1 199.36.153.3',
  '199.36.153.12 2600:2d00:2:1001::1 2600:2d00:1::1',
  '198.17.0.1 198.20.0.1 223.255.255.255 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450::1',
].flatMap((line) => line.split(' '));

it('public addresses are not in special-purpose networks or networks inside a cloud', () => {
  assert.deepEqual(INSIDE.filter(isPublicAddress), []);
});

it('public addresses are all others', () => {
  assert.deepEqual(
    OUTSIDE.filter((address) => !isPublicAddress(address)),
    [],
  );
});

it('public addresses are strictly IP addresses', () => {
  for (const text of ['', 'localhost', '1.2.3', '8.8.8.8.', '[::1]']) {
    assert.equal(isPublicAddress(text), false);
  }
});
