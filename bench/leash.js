// Imported into the service before its entry, so that it ends with the benchmark that started it.
// Plain JavaScript without imports, so that it hardly lengthens a cold start.
process.on('disconnect', () => process.exit());
process.channel?.unref();
