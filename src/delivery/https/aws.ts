import { loadOptional } from '../../platform/optional-package.ts';
import { SettingsError, type Settings } from '../../platform/settings/settings.ts';

export interface AwsAccount {
  region: string;
  /** Overrides the region's default endpoint. */
  endpoint: string | undefined;
  /** Without them the SDK uses the role of the machine it runs on. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
}

/** The AWS credentials in the settings; without them the SDK looks for those of the machine. */
export function awsAccountOf(settings: Settings): AwsAccount {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const { AWS_SESSION_TOKEN: sessionToken } = settings;
  return {
    region: settings.AWS_REGION ?? '',
    endpoint: settings.AWS_ENDPOINT_URL_SESV2,
    credentials:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
        : undefined,
  };
}

/** The AWS SDK is 7 MB and rarely needed, so users install it themselves. Throws SettingsError. */
export const loadWithSdk = <Module>(load: () => Promise<Module>, setting: string) =>
  loadOptional(
    load,
    '@aws-sdk/client-sesv2@3',
    (install) =>
      new SettingsError([`${setting} needs the AWS SDK, which is not installed: run ${install}.`]),
  );
