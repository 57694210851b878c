package site

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
)

// overSocket speaks as much of the WebSocket protocol as a chat needs: one question in a masked frame, pieces of text back.
func (s *Sites) overSocket(w http.ResponseWriter, r *http.Request, state State) {
	key := r.Header.Get("Sec-Websocket-Key")
	if key == "" {
		http.Error(w, "a socket only", http.StatusBadRequest)
		return
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	_, _ = buffered.WriteString("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
		base64.StdEncoding.EncodeToString(sum[:]) + "\r\n\r\n")
	if buffered.Flush() != nil {
		return
	}
	for {
		question, err := readFrame(buffered.Reader)
		if err != nil {
			return
		}
		s.note("socket", question)
		if state == LogOut {
			return
		}
		for i, p := range s.pieces("socket", s.ask(r, question), state) {
			if writeFrame(conn, p) != nil || !s.wait(r, i) {
				return
			}
		}
	}
}

// readFrame reads a text frame of at most 64 KB, as browsers send it: masked.
func readFrame(r *bufio.Reader) (string, error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", err
	}
	size := int(head[1] & 0x7f)
	if size == 126 {
		var long [2]byte
		if _, err := io.ReadFull(r, long[:]); err != nil {
			return "", err
		}
		size = int(binary.BigEndian.Uint16(long[:]))
	}
	if head[0] != 0x81 || head[1]&0x80 == 0 || size == 127 {
		return "", errors.New("not a masked text frame")
	}
	var mask [4]byte
	if _, err := io.ReadFull(r, mask[:]); err != nil {
		return "", err
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", err
	}
	for i := range text {
		text[i] ^= mask[i%4]
	}
	return string(text), nil
}

func writeFrame(w net.Conn, text []byte) error {
	frame := []byte{0x81}
	switch {
	case len(text) < 126:
		frame = append(frame, byte(len(text)))
	default: // pieces are short
		frame = binary.BigEndian.AppendUint16(append(frame, 126), uint16(len(text)))
	}
	_, err := w.Write(append(frame, text...))
	return err
}
