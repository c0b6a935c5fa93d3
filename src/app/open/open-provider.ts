import type { Settings } from '../../platform/settings/settings.ts';
import { createCloudflareProvider } from '../../domain/verification/providers/cloudflare.ts';
import type { VerificationProvider } from '../../domain/verification/providers/verification-provider.ts';

/** The provider that verified mode is set to; undefined in arbitrary mode. */
export async function openProvider(settings: Settings): Promise<VerificationProvider | undefined> {
  switch (settings.VERIFICATION_PROVIDER) {
    case undefined:
      return undefined;
    case 'cloudflare':
      return createCloudflareProvider({
        url: settings.CLOUDFLARE_API_URL,
        accountId: settings.CLOUDFLARE_ACCOUNT_ID ?? '',
        token: settings.CLOUDFLARE_API_TOKEN ?? '',
      });
    case 'ses': {
      const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = settings;
      const { AWS_SESSION_TOKEN: sessionToken } = settings;
      // The SDK takes its time to load: only where it is used.
      const { createSesProvider } = await import('../../domain/verification/providers/ses.ts');
      return createSesProvider({
        region: settings.AWS_REGION ?? '',
        endpoint: settings.AWS_ENDPOINT_URL_SESV2,
        credentials:
          id && secret
            ? { accessKeyId: id, secretAccessKey: secret, ...(sessionToken && { sessionToken }) }
            : undefined,
      });
    }
  }
}
