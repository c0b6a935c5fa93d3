// Imported into the service before its entry, so that it ends with the benchmark that started it.
// Plain JavaScript without imports, so that it hardly lengthens a cold start.
// A worker of node:cluster needs its channel, and ends with its primary.
if (process.getBuiltinModule('node:cluster').isPrimary) {
  process.on('disconnect', () => process.exit());
  process.channel?.unref();
}
