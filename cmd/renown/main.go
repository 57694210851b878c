// Command renown is the whole product: the server and the commands by which an operator looks after it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"renown/internal/config"
	"renown/internal/door/locale"
	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
)

// version is set by the linker.
var version = "dev"

// cli is every command. Flags of this level stand before or after a command's own words.
type cli struct {
	config.Database
	config.Logging
	Config string `help:"YAML file with settings, named like the flags with underscores." placeholder:"FILE" env:"RENOWN_CONFIG" type:"path"`
	JSON   bool   `help:"Print data as JSON." name:"json"`

	Serve     serveCmd     `cmd:"" help:"Serve the API and do the background work."`
	Demo      demoCmd      `cmd:"" help:"Try the product: an embedded database, one account, its key."`
	User      userCmd      `cmd:"" help:"Create, change, list, disable, delete and export accounts."`
	Key       keyCmd       `cmd:"" help:"Create, list and revoke API keys."`
	Order     orderCmd     `cmd:"" help:"List, review and publish orders."`
	Outlet    outletCmd    `cmd:"" aliases:"media" help:"Import, export, pause and retire outlets, say how they take orders, and look after orders on their way."`
	Points    pointsCmd    `cmd:"" help:"Show, adjust and check publishing points."`
	Try       tryCmd       `cmd:"" help:"Ask one assistant one question, with your key: answer, sources, reading, cost."`
	Platform  platformCmd  `cmd:"" help:"List the assistant platforms."`
	Runtime   runtimeCmd   `cmd:"" help:"Ask assistants in their own apps, through a browser in which a person has logged in."`
	Detection detectionCmd `cmd:"" help:"Suspend and resume monitoring for the whole installation."`
	Run       runCmd       `cmd:"" help:"List runs that have not ended, of all accounts, and cancel them."`
	Job       jobCmd       `cmd:"" help:"List, retry and discard background jobs that failed."`
	Simulate  simulateCmd  `cmd:"" name:"simulate" help:"Serve a simulator of every assistant platform."`
	Read      readCmd      `cmd:"" help:"Read answers: JSON Lines in, what they say of the given names out."`
	Export    exportCmd    `cmd:"" help:"Write a brand's answers and figures into a folder."`
	Verify    verifyCmd    `cmd:"" help:"Compute a report's figures again from its answers, and say which differ."`
	Backup    backupCmd    `cmd:"" help:"Copy the embedded database into a file, while it serves."`
	Restore   restoreCmd   `cmd:"" help:"Put a backup in place."`
	Move      moveCmd      `cmd:"" help:"Move an installation from the embedded database to PostgreSQL."`
	Migrate   migrateCmd   `cmd:"" help:"Bring the database up to date, or show its version."`
	MCP       mcpCmd       `cmd:"" name:"mcp" help:"Serve agents over standard input and output, by a server elsewhere."`
	Openapi   openapiCmd   `cmd:"" help:"Print the interface description (OpenAPI 3.1)."`
	Health    healthCmd    `cmd:"" help:"Ask the server on this machine whether it is ready."`
	Seal      sealCmd      `cmd:"" help:"Replace the key that seals secrets in the database."`
	Doctor    doctorCmd    `cmd:"" help:"Check configuration, data folder and database."`
	Version   versionCmd   `cmd:"" help:"Print the program's version."`
}

func main() {
	unsetEmpty()
	ctx, stop := signals()
	defer stop()
	os.Exit(run(ctx, os.Args[1:], std{os.Stdin, os.Stdout, os.Stderr}))
}

// unsetEmpty takes settings without a value out of the environment, so that they are as if they had not been named: files of
// variables list them with nothing behind the equals sign.
func unsetEmpty() {
	for _, entry := range os.Environ() {
		if name, value, _ := strings.Cut(entry, "="); value == "" && strings.HasPrefix(name, "RENOWN_") {
			_ = os.Unsetenv(name)
		}
	}
}

// signals ends the context at the first SIGTERM or interrupt, and the program at the second.
func signals() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ch := make(chan os.Signal, 2)
	signal.Notify(ch, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ch
		cancel()
		<-ch
		os.Exit(130)
	}()
	return ctx, cancel
}

// exitError ends the program with a status that says more than 1.
type exitError struct {
	status int
	error
}

func (e *exitError) Unwrap() error { return e.error }

// run parses the words and runs the command. It returns the exit status: 0 done, 1 failed, 2 wrong words; try and verify have more.
func run(ctx context.Context, args []string, io std) (status int) {
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:], "--help")
	}
	var c cli
	ctx = audit.With(ctx, audit.Actor{Via: audit.ByCommand})
	file := config.ReadFile(configPath(args))
	env := &environment{std: io, cli: &c, file: file}
	exited := false
	parser, err := kong.New(&c,
		kong.Name("renown"),
		kong.Description("Renown tells a brand how visible it is in AI assistants, and helps it become more visible.\n\nExample:\n  renown demo"),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		kong.ValueFormatter(explained),
		kong.Writers(io.out, io.err),
		kong.Exit(func(code int) { exited, status = true, code }),
		kong.Resolvers(fileResolver(file)),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(env))
	if err != nil {
		fmt.Fprintln(io.err, "renown:", err)
		return 1
	}
	showExamples(parser.Model.Node, "")
	env.settings = settingNames(parser.Model)
	file.Expect(append(env.settings, config.FileNames()...)...)
	parsed, err := parser.Parse(args)
	if exited { // --help
		return status
	}
	if err != nil {
		fmt.Fprintf(io.err, "renown: %v\nTry 'renown --help', or --help after a command.\n", err)
		return 2
	}
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(io.err, "renown: "+plain(err))
		var exit *exitError
		if errors.As(err, &exit) {
			return exit.status
		}
		return 1
	}
	return 0
}

// explained is what --help says of a flag: its sentence, its variable, and what is used when it is left out.
func explained(v *kong.Value) string {
	text := kong.DefaultHelpValueFormatter(v)
	if v.HasDefault {
		text += " Default: " + v.Default + "."
	}
	return text
}

// plain is an error as an operator reads it: a fault's English sentence with the thing it names, or the error itself.
func plain(err error) string {
	f := fault.As(err)
	if f == nil {
		return fault.Plain(err).Error()
	}
	english, _ := locale.Of("en")
	text := english.Fault(f)
	if f.Code == fault.NoSuchThing && f.Detail["resource"] != nil {
		text = fmt.Sprintf("no such %v: %v", f.Detail["resource"], f.Detail["id"])
	}
	if f.Cause != nil {
		text += ": " + f.Cause.Error()
	}
	return text
}

// configPath finds --config before anything else is parsed, because the file holds defaults for all other flags.
func configPath(args []string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--config="); ok {
			return value
		}
		if arg == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return os.Getenv("RENOWN_CONFIG")
}

// fileResolver gives each flag that was not set its value from the environment, else from the file.
func fileResolver(file *config.File) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for _, env := range flag.Envs {
			if value, ok := os.LookupEnv(env); ok {
				return value, nil
			}
		}
		if len(flag.Envs) == 0 { // only what has a variable is a setting
			return nil, nil
		}
		if value, ok := file.Value(flag.Name); ok {
			return value, nil
		}
		return nil, nil
	})
}

// settingNames lists the flags that are settings, over all commands.
func settingNames(node *kong.Application) []string {
	var names []string
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			if len(f.Envs) > 0 && f.Name != "config" { // a file does not name another
				names = append(names, f.Name)
			}
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(node.Node)
	return names
}
