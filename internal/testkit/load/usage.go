package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// usage is what the server has used: processor time since its start, and memory now.
type usage struct {
	cpu time.Duration
	rss int64 // bytes
}

// gauge reads the server's usage.
type gauge func() (usage, error)

var errUnknown = errors.New("neither process nor metrics of the server are known")

// gaugeOf reads the process of this machine, or the metrics of another; with neither nothing is known.
func gaugeOf(pid int, metrics string) gauge {
	switch {
	case pid > 0:
		return func() (usage, error) { return processUsage(filepath.Join("/proc", strconv.Itoa(pid))) }
	case metrics != "":
		return func() (usage, error) { return metricsUsage(metrics) }
	}
	return func() (usage, error) { return usage{}, errUnknown }
}

// tick is the unit of processor time in /proc: the kernel's USER_HZ, 100 on every Linux that Go runs on.
const tick = time.Second / 100

func processUsage(folder string) (u usage, err error) {
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return u, err
	}
	_, rest, _ := bytes.Cut(stat, []byte(") ")) // the name before it may hold anything
	fields := strings.Fields(string(rest))
	if len(fields) < 13 {
		return u, fmt.Errorf("%s/stat: %q", folder, stat)
	}
	for _, field := range fields[11:13] { // user and system time
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return u, err
		}
		u.cpu += time.Duration(n) * tick
	}
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return u, err
	}
	for line := range strings.Lines(string(status)) {
		if text, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.Fields(text)[0], 10, 64)
			u.rss = kb << 10
			return u, err
		}
	}
	return u, fmt.Errorf("%s/status has no VmRSS", folder)
}

func metricsUsage(url string) (u usage, err error) {
	response, err := http.Get(url)
	if err != nil {
		return u, err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), " ")
		switch name {
		case "process_cpu_seconds_total", "process_resident_memory_bytes":
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return u, err
			}
			if name == "process_cpu_seconds_total" {
				u.cpu = time.Duration(value * float64(time.Second))
			} else {
				u.rss = int64(value)
			}
		}
	}
	return u, lines.Err()
}
