/** Every bound the service publishes or enforces. Units are in the names. */
export const LIMITS = {
  /** Deliveries per inbox identity and UTC calendar month, unless MONTHLY_LIMIT says otherwise. */
  monthlyDeliveries: 250,
  /** Deliveries a month that the unapproved forms of an inbox share, at least. */
  unapprovedDeliveries: 25,
  /** The same share of a large month, in percent. */
  unapprovedPercent: 20,
  aliasCodePoints: 120,
  idempotencyKeyCharacters: 200,
  /** Access keys of a form. */
  accessKeys: 5,
  /** Access keys made for a form in a UTC day, with ended ones: each one used adds rows. */
  accessKeysPerDay: 30,
  accessKeyNameCodePoints: 60,
  /** For how long the day is known on which an access key was last used. */
  accessKeyUseDays: 400,
  /** For these hours a retry with the same Idempotency-Key makes no second delivery. */
  submissionRetryHours: 24,
  emailsPerLookup: 10,
  verificationTokenHours: 24,
  pollIntervalSeconds: 5,
  /** A route is removed after this time if its inbox does not confirm it. */
  unverifiedRouteDays: 30,
  /** An inbox whose owner did not ask for a form gets no verification mail for this time. */
  refusalDays: 30,
  /** For this time after a stop, new forms of that inbox wait until its owner approves them. */
  newFormHoldDays: 30,
  /** Submissions are counted by day for this time, today included. */
  countedDays: 35,
  /** Bytes of what a provider reports about a mail. */
  bounceReportBytes: 262_144,
  /** For each client: reports that are not from the provider; each costs a check of a signature. */
  strangeReportsPerMinute: 60,
  /** Days for which a form says that its inbox took no mail, after it does again. */
  healedDays: 30,
  /** How long "confirm each new form" stays on without being set again. */
  confirmNewFormsDays: 3_650,
  /** A link that begins a session of an inbox; it works once. */
  sessionLinkMinutes: 15,
  sessionMinutes: 60,
  /** Links to a confirmed inbox, requested from one network or by everybody; no daily limit. */
  inboxLinksPerHour: { network: 5, inbox: 15 },
  verificationMailsPerHour: 3,
  verificationMailsPerDay: 10,
  /** To one domain, from one client network and in all, as multiples of CREATE_RATE_PER_MINUTE. */
  verificationMailsPerCreateRate: {
    domain: { hour: 4, day: 10 },
    network: { hour: 12, day: 40 },
    deployment: { hour: 200, day: 2_000 },
  },
  /** Days for which a link in a mail can limit its form to one website. */
  originLinkDays: 30,
  /** Questions to other inboxes, about copies and hand-overs, for all forms of one owner. */
  ownerQuestions: { hour: 15, day: 30 },
  /** With one credential, for each form: settings, deletions, offers and the like. */
  writesPerMinute: 60,
  /** With one session, of its inbox rather than of a form. */
  inboxCallsPerMinute: 120,
  /** Creations that a client may try, with faults in them, for each that it may make. */
  triesPerCreation: 12,
  settingsBytes: 16_384,
  /** A request that creates a form with settings. */
  createWithSettingsBytes: 32_768,
  /** Faults that one answer lists. */
  settingsFaults: 100,
  templateCodePoints: 200,
  successMessageCodePoints: 500,
  origins: 20,
  fields: 100,
  fieldTextCodePoints: 200,
  fieldPatternCodePoints: 500,
  fieldOptions: 200,
  /** UTF-16 units of a value that a pattern is matched with; a longer one is too long. */
  patternTextCharacters: 2_000,
  /** Parts of a form's patterns, repetitions expanded; without repetitions, all fit. */
  patternParts: 16_384,
  /** Steps a minute, some ten nanoseconds each, that patterns may take for one client. */
  patternWorkPerMinute: 20_000_000,
  /** Files of one submission, if the form does not say. */
  usualFiles: 5,
  filesOfForm: 20,
  /** The most that MAX_FILE_BYTES can be: mail servers rarely take more. */
  largestFileBytes: 26_214_400,
  fileTypes: 50,
  copies: 5,
  targets: 5,
  /** Automatic replies to one address, of all forms of a deployment together. */
  answersPerAddress: { hour: 3, day: 5 },
  /** Automatic replies of all forms of an inbox together, in a day. */
  answersPerOwner: 5,
  /** Replies a day that a form earns per day of its age; no limit from `answersTrustedDays` on. */
  answersEarnedPerDay: 5,
  answersTrustedDays: 30,
  /** Automatic replies to visitors of one network, as a multiple of CREATE_RATE_PER_MINUTE. */
  answersPerNetwork: { hour: 4, day: 12 },
  /** How long an address stays without automatic replies after it stopped them. */
  stoppedAnswersDays: 3_650,
  answerCodePoints: 4_000,
  keyCharacters: 14_000,
  /** A key that is checked before it is set; signatures of others are left out of what is set. */
  checkedKeyCharacters: 90_000,
  /** Packets of an OpenPGP key, and of one that is checked; signatures are packets. */
  keyPackets: 100,
  checkedKeyPackets: 500,
  /** The answer of a Web Key Directory. */
  keyAnswerBytes: 65_536,
  /** For each client: one check takes up to half a second. */
  keyChecksPerMinute: 20,
  /** For each inbox. */
  keyLookupsPerMinute: 6,
  /** Mails that ask an owner about changes of one form, and of all forms of an inbox. */
  proposalMails: { form: { hour: 3, day: 10 }, inbox: { hour: 30, day: 100 } },
  /** After this time a change that the owner of the inbox has not accepted is dropped. */
  proposalHours: 24,
  /** A challenge and its solution are valid for this time. */
  challengeMinutes: 10,
  /** Upper limit of a challenge's solution. A phone tries half on average, in half a second. */
  challengeNumber: 100_000,
  /** A client that gets more challenges than this in ten minutes gets harder ones. */
  easyChallenges: 20,
  /** How often `challengeNumber` is doubled at most. */
  challengeDoublings: 5,
  /** Refused and trapped submissions a minute of one client, as a multiple of the same. */
  refusalsPerSubmission: 5,
  /** Challenges a minute for one client, as a multiple of its submissions to one inbox. */
  challengesPerSubmission: 3,
  /** Daily unsolved deliveries with `challenge: suspicious`: the month's quota divided by this. */
  unsolvedShareOfMonth: 5,
  /** People send fewer submissions without a solution to one form in a minute or two. */
  peopleSubmit: 30,
  /** The same of those that are marked, dropped, refused or asked for a solution. */
  peopleSubmitOddly: 10,
  /** An attack on a form ends when it was calm for this time. */
  attackMinutes: 10,
  /** Delay of the mail about an attack, so that its numbers are meaningful. */
  attackNoticeMinutes: 3,
  /** The field `altcha`. */
  solutionCharacters: 2_048,
  /** People take longer than this from the page's fetch of a challenge to the submission. */
  fastestPersonMilliseconds: 2_000,
  createBodyBytes: 131_072,
  verifyBodyBytes: 8_192,
  /** The token of a link or of a session; those of this service have some hundred. */
  tokenCharacters: 4_096,
  mcpBodyBytes: 131_072,
  /** Members of the arguments of one call: no tool has as many. */
  mcpArguments: 100,
  mcpJsonDepth: 64,
  mcpBatchMessages: 8,
  /** Once the answers to the tool calls of a batch exceed this, the remaining calls are not run. */
  mcpBatchAnswerBytes: 131_072,
  /** For each client; every message of a batch counts. */
  mcpMessagesPerMinute: 600,
  submissionBytes: 102_400,
  /** For all bodies in memory at the same time; less with a small heap. */
  bodyBytesInFlight: 33_554_432,
  /** For the bytes of all files in memory at the same time; less with a small heap. */
  fileBytesInFlight: 268_435_456,
  /** Bodies up to this size are accepted even when there is no room for larger ones. */
  smallBodyBytes: 16_384,
  /** A client that sends a body or reads answers more slowly for a while is cut off. */
  leastBytesPerSecond: 1_024,
  /** Uploads with a lower average rate are cut off, after half a minute of grace. */
  leastUploadBytesPerSecond: 16_384,
  /** Answers that clients have not read yet, over all connections; less with a small heap. */
  unsentBytes: 33_554_432,
  /** More idle connections than this are closed, the longest idle first. */
  idleConnections: 1_000,
  submissionFields: 200,
  fieldNameCharacters: 200,
  partHeaderBytes: 4_096,
  jsonDepth: 20,
  subjectCodePoints: 200,
  testEchoCodePoints: 64,
  urlCharacters: 2_048,
  headerBytes: 16_384,
  /** A longer list of languages is not read. */
  acceptLanguageCharacters: 500,
} as const;
