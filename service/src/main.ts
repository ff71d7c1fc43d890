console.log("main", process.version, process.argv.slice(2))
