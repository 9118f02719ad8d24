/** The certificate of a beacon: X.509 with an RSA key. Its id is SHA-512 of its DER, lower case. */
import { type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { hexText, sha512Bytes } from '../encoding/bytes'

export interface BeaconCertificate {
  readonly id: string
  readonly publicKey: KeyObject
  readonly pem: string
}

/** Reads PEM or DER; null unless it is a certificate with an RSA key. */
export function readCertificate(input: string | Uint8Array): BeaconCertificate | null {
  try {
    const certificate = new X509Certificate(typeof input === 'string' ? input : Buffer.from(input))
    const { publicKey } = certificate
    if (publicKey.asymmetricKeyType !== 'rsa') return null
    return { id: hexText(sha512Bytes(certificate.raw)), publicKey, pem: certificate.toString() }
  } catch {
    return null
  }
}

interface CertificateFields {
  /** The common name. */
  readonly name: string
  readonly not_before: Date
  readonly not_after: Date
  /** At most 16 bytes in hex. */
  readonly serial_number: string
  /** PKCS #8 in DER, of an RSA key. */
  readonly private_key: Uint8Array
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' } as const

/** A new RSA-4096 key as PKCS #8 in DER: seconds of work. */
export async function generateBeaconKey(): Promise<Uint8Array> {
  const algorithm = { ...RSA, modulusLength: 4096, publicExponent: Uint8Array.of(1, 0, 1) }
  const { privateKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', privateKey))
}

/** A certificate that the key signs for itself, in DER. The X.509 library is loaded only here: verification does not need it. */
export async function selfSignedCertificate(fields: CertificateFields): Promise<Uint8Array> {
  // Dependency of @peculiar/x509 that it does not install itself.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: fields.serial_number,
      name: [{ CN: [fields.name] }],
      notBefore: fields.not_before,
      notAfter: fields.not_after,
      signingAlgorithm: RSA,
      keys: await keyPair(fields.private_key),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ],
    },
    webcrypto as never,
  )
  return new Uint8Array(certificate.rawData)
}

/** WebCrypto does not derive a public key from a private one, but exports the numbers that make it up. */
async function keyPair(pkcs8: Uint8Array) {
  const { subtle } = webcrypto
  const privateKey = await subtle.importKey('pkcs8', pkcs8, RSA, true, ['sign'])
  const { n, e } = await subtle.exportKey('jwk', privateKey)
  const publicKey = await subtle.importKey('jwk', { kty: 'RSA', n: n!, e: e! }, RSA, true, ['verify'])
  return { privateKey, publicKey }
}
